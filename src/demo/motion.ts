import type { Body } from "./bodies/body";
import { dayAfter } from "./calendar";
import { demoTitles } from "./catalog";
import { fractionOf } from "./numbers";

/*
 * What changes at the demo's provider while the demo runs: a function of the minutes since its start, the same
 * in every thread. At the start nothing has changed.
 */

/** The kinds that have change lists, as the provider spells them. */
export type ChangingKind = "movie" | "tv" | "person";

/** The README asks for this movie again and shows that nothing about it has changed. */
const RESTING = 603;

/** From here on ids belong to titles that the demo invented; what is known of others is no invention. */
const INVENTED = 9_000_000;

/** Invented movies that go away in turn, one each half hour, for ten minutes. They change in no other way. */
const GUESTS = [9_100_006, 9_100_008, 9_100_009, 9_100_010];
const VISIT = { length: 30, gone_from: 10, back_at: 20 };

const MINUTE_MS = 60_000;
const TAGLINES = ["Some tides come in twice.", "Told by those who stayed on the quay."];

/** The ids that change in turn, and how many of them change each minute. */
const turns: Record<ChangingKind, { ids: number[]; each: number }> = {
  movie: {
    ids: demoTitles.movies.filter((id) => id !== RESTING && !GUESTS.includes(id)),
    each: 3,
  },
  tv: { ids: demoTitles.series, each: 1 },
  person: { ids: [], each: 1 },
};

/** How often a title has changed by the end of a minute. */
export function timesChanged(kind: ChangingKind, id: number, minute: number): number {
  const { ids, each } = turns[kind];
  const place = ids.indexOf(id);
  const cycle = Math.ceil(ids.length / each);
  const first = 1 + (place % cycle);
  return place === -1 || minute < first ? 0 : 1 + Math.floor((minute - first) / cycle);
}

/** Whether the provider has lost a title for now. */
export function isGone(kind: ChangingKind, id: number, minute: number): boolean {
  const time = minute % VISIT.length;
  const guest = GUESTS[Math.floor(minute / VISIT.length) % GUESTS.length];
  return kind === "movie" && id === guest && time >= VISIT.gone_from && time < VISIT.back_at;
}

/** Whether a title came back in these minutes: a day's list names it then, not while it is gone. */
const cameBack = (kind: ChangingKind, id: number, from: number, to: number): boolean =>
  !isGone(kind, id, to) &&
  Array.from(
    { length: Math.min(to - from + 1, VISIT.length * GUESTS.length) },
    (_, n) => to - n,
  ).some((minute) => minute > 0 && isGone(kind, id, minute - 1) && !isGone(kind, id, minute));

/** The ids of a kind that changed or came back in these minutes, the last one included. */
function changedIds(kind: ChangingKind, from: number, to: number): number[] {
  if (to < from) return [];
  const guests = kind === "movie" ? GUESTS : [];
  return [
    ...turns[kind].ids.filter(
      (id) => timesChanged(kind, id, to) > timesChanged(kind, id, from - 1),
    ),
    ...guests.filter((id) => cameBack(kind, id, from, to)),
  ];
}

/**
 * The changes of the days from `from` to `to` (YYYY-MM-DD, UTC) at a provider that began to change at `since`,
 * as of `now`; both in milliseconds.
 */
export function changedBetween(
  kind: ChangingKind,
  { from, to }: { from: string; to: string },
  { since, now }: { since: number; now: number },
): number[] {
  const minuteOf = (time: number) => Math.floor((time - since) / MINUTE_MS);
  const end = Date.parse(`${dayAfter(to, 1)}T00:00:00Z`) - 1;
  const first = Math.max(1, minuteOf(Date.parse(`${from}T00:00:00Z`)));
  return changedIds(kind, first, Math.min(minuteOf(end), minuteOf(now)));
}

/** The body of a title after so many changes: other numbers of its audience, and of an invented one its tagline. */
export function moved(body: Body, times: number): Body {
  if (times === 0) return body;
  const { id, popularity, vote_count } = body as Record<string, number>;
  const share = fractionOf(`change ${times} of ${id}`);
  const later = {
    ...body,
    popularity: Math.round((popularity ?? 0) * (0.9 + share / 5) * 10_000) / 10_000,
    vote_count: vote_count ? vote_count + times * 3 : 0,
  };
  const isInvented = (id ?? 0) > INVENTED;
  return isInvented ? { ...later, tagline: TAGLINES[times % TAGLINES.length] } : later;
}

/** An invented series or season whose next episode is put off by a day, every other time that it changes. */
export function putOff(body: Body, series_id: number, times: number, today: string): Body {
  if (series_id < INVENTED || times % 2 === 0) return body;
  const isNext = ({ air_date }: Body) => typeof air_date === "string" && air_date > today;
  const later = (episode: Body) => ({
    ...episode,
    air_date: dayAfter(String(episode.air_date), 1),
  });
  const { next_episode_to_air: next, episodes } = body as {
    next_episode_to_air?: Body | null;
    episodes?: Body[];
  };
  if (next && isNext(next)) return { ...body, next_episode_to_air: later(next) };
  const place = episodes?.findIndex(isNext) ?? -1;
  return place === -1
    ? body
    : {
        ...body,
        episodes: episodes?.map((episode, at) => (at === place ? later(episode) : episode)),
      };
}
