import { bounds } from "~/bounds";
import type { TitleKind, TrendingWindow } from "~/vocabulary";
import type { Provider, ProviderResponse } from "./http/client";
import { ProviderError } from "./http/errors";
import type { Fields } from "./reading/fields";
import { openBody } from "./reading/fields";
import type { Warnings } from "./reading/warnings";

/** `rank` is the provider's, from 1. It has gaps where items are omitted. */
export type ProviderTrendingEntry = { rank: number; external_id: number; title: string | null };

/** The provider's words for kinds, in paths and in `media_type`. */
const words = { movie: "movie", series: "tv" } as const satisfies Record<TitleKind, string>;

/** The first page, with 20 titles. Later pages repeat titles of earlier ones. */
export const fetchTrending = (
  provider: Provider,
  kind: TitleKind,
  window: TrendingWindow,
): Promise<ProviderResponse> => provider.get(`/trending/${words[kind]}/${window}`);

/** Reads a ranking, each title once; throws `provider_payload_invalid` if it is empty. */
export function readTrending(
  body: Record<string, unknown>,
  kind: TitleKind,
  warnings: Warnings,
): ProviderTrendingEntry[] {
  const seen = new Set<number>();
  const readRanked = (item: Fields, index: number) => {
    const entry = readEntry(item, kind, index + 1);
    if (entry === null || seen.has(entry.external_id))
      return entry && item.skip("it repeats a title");
    seen.add(entry.external_id);
    return entry;
  };
  const entries = openBody(body, warnings).list("results", readRanked, bounds.ranking);
  if (!entries?.length) {
    throw new ProviderError("provider_payload_invalid", "The provider's ranking holds no title.");
  }
  return entries;
}

function readEntry(item: Fields, kind: TitleKind, rank: number): ProviderTrendingEntry | null {
  const media_type = item.identifier("media_type");
  if (media_type !== null && media_type !== words[kind]) return item.skip(`it is no ${kind}`);
  const external_id = item.id("id");
  if (external_id === null) return item.drop("id");
  return { rank, external_id, title: item.name(kind === "movie" ? "title" : "name") };
}
