import { type TitleKind, type TrendingWindow, titleKinds, trendingWindows } from "~/vocabulary";

/** One of the provider's four rankings. */
export type TrendingList = { kind: TitleKind; window: TrendingWindow };

export const allTrendingLists: readonly TrendingList[] = titleKinds.flatMap((kind) =>
  trendingWindows.map((window) => ({ kind, window })),
);

/** A list as jobs and provenance spell it: `movie:day` (M131). */
export const listName = ({ kind, window }: TrendingList): string => `${kind}:${window}`;

/** The lists a trending job refreshes: all four for `all`, else the one it names; none for other text. */
export const listsOf = (external_id: string): TrendingList[] =>
  allTrendingLists.filter((list) => external_id === "all" || listName(list) === external_id);
