import type { Dates } from "./releases";

/** Days around today that count as now and soon; three settings (M83, M84). */
export type ReleaseWindows = {
  nowPlayingDaysBefore: number;
  nowPlayingDaysAfter: number;
  upcomingDays: number;
};

/** The windows of a service that sets nothing. */
export const usualWindows: ReleaseWindows = {
  nowPlayingDaysBefore: 42,
  nowPlayingDaysAfter: 6,
  upcomingDays: 60,
};

const DAY_MS = 86_400_000;

/** The UTC date some days from a moment, wherever the server stands (M85). */
const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The days of GET /movies/now-playing. */
export const nowPlayingDates = (windows: ReleaseWindows, now: Date): Dates => ({
  minimum: dayFrom(now, -windows.nowPlayingDaysBefore),
  maximum: dayFrom(now, windows.nowPlayingDaysAfter),
});

/** The days of GET /movies/upcoming: from tomorrow on. */
export const upcomingDates = (windows: ReleaseWindows, now: Date): Dates => ({
  minimum: dayFrom(now, 1),
  maximum: dayFrom(now, windows.upcomingDays),
});
