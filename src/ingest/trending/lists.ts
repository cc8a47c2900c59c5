import { type TitleKind, type TrendingWindow, titleKinds, trendingWindows } from "~/vocabulary";

/** One of the provider's four rankings. */
export type TrendingList = { kind: TitleKind; window: TrendingWindow };

export const allTrendingLists: readonly TrendingList[] = titleKinds.flatMap((kind) =>
  trendingWindows.map((window) => ({ kind, window })),
);

/** A list's external id in jobs and provenance: `movie:day`. */
export const listName = ({ kind, window }: TrendingList): string => `${kind}:${window}`;

/** The lists that a trending job refreshes: all four for `all`, one for its name, none for other text. */
export const listsOf = (external_id: string): TrendingList[] =>
  allTrendingLists.filter((list) => external_id === "all" || listName(list) === external_id);
