import type { Provider, ProviderResponse } from "./http/client";
import { openBody } from "./reading/fields";
import type { Warnings } from "./reading/warnings";

/** The sites whose ids the provider can be asked for, and its words for them. */
const sources = { imdb: "imdb_id", tvdb: "tvdb_id", wikidata: "wikidata_id" } as const;
export type FindSource = keyof typeof sources;
export const findSources = Object.keys(sources) as FindSource[];

/** What a record at the provider is called in jobs. */
export type Found = { kind: "movie" | "series" | "person"; external_id: number };

/** Asks which records have this id at another site. */
export const fetchFind = (
  provider: Provider,
  source: FindSource,
  value: string,
): Promise<ProviderResponse> =>
  provider.get(`/find/${value}`, { external_source: sources[source] });

const lists = [
  ["movie", "movie_results"],
  ["series", "tv_results"],
  ["person", "person_results"],
] as const;

/** Reads the movies, series and people that were found; each once. */
export function readFind(body: Record<string, unknown>, warnings: Warnings): Found[] {
  const answer = openBody(body, warnings);
  return lists.flatMap(([kind, name]) => {
    const ids = answer.list(name, (item) => item.id("id") ?? item.drop("id"), MOST) ?? [];
    return [...new Set(ids)].map((external_id) => ({ kind, external_id }));
  });
}

/** More records of one kind than an id has ever named. */
const MOST = 20;
