import type { TitleKind, TrendingWindow } from "~/vocabulary";

/** What `changes` knows a trending list by: the same id on every installation. */
export const trendingEntityIds: Readonly<Record<`${TitleKind}:${TrendingWindow}`, string>> = {
  "movie:day": "00000000-0000-0000-0000-000000000001",
  "movie:week": "00000000-0000-0000-0000-000000000002",
  "series:day": "00000000-0000-0000-0000-000000000003",
  "series:week": "00000000-0000-0000-0000-000000000004",
};
