import type { Reader } from "./reader";
import type { SettingName } from "./settings";

/** How fresh records are kept; times in seconds. */
export type RefreshConfig = Readonly<{
  /** False: no record is fetched again by itself. */
  isOn: boolean;
  /** Of the calls per second, from above 0 to 1. */
  share: number;
  /** From one fetch to the next, by tier; `rest` is the maximum age of all. */
  intervals: Readonly<Record<"airing" | "current" | "popular" | "rest", number>>;
  /** From one reading of the lists of changes to the next. */
  changesEvery: number;
}>;

/** Reads the settings whose names begin with REFRESH. */
export function readRefresh(reader: Reader): RefreshConfig {
  const hours = (name: SettingName) => 3_600 * reader.decimal(name, 0.001, 4_320);
  return Object.freeze({
    isOn: reader.oneOf("REFRESH", ["on", "off"]) === "on",
    share: reader.decimal("REFRESH_SHARE", 0.001, 1),
    intervals: Object.freeze({
      airing: hours("REFRESH_AIRING_HOURS"),
      current: hours("REFRESH_CURRENT_HOURS"),
      popular: hours("REFRESH_POPULAR_HOURS"),
      rest: 86_400 * reader.decimal("REFRESH_MAX_AGE_DAYS", 1, 180),
    }),
    changesEvery: hours("REFRESH_CHANGES_HOURS"),
  });
}
