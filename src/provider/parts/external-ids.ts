import type { Fields } from "~/provider/reading/fields";

const textSources = [
  "imdb",
  "wikidata",
  "facebook",
  "instagram",
  "twitter",
  "tiktok",
  "youtube",
] as const;

/** Ids at other sites, only those that exist: {"imdb": "tt0133093", "tvdb": 121361}. */
export type ProviderExternalIds = Partial<Record<(typeof textSources)[number], string>> & {
  tvdb?: number;
};

/**
 * The appended `external_ids`; a missing IMDb id is taken from the `imdb_id` of the movie or person.
 * Null if the body has neither.
 */
export function readExternalIds(body: Fields): ProviderExternalIds | null {
  const part = body.object("external_ids");
  const own = body.identifier("imdb_id");
  if (part === null) return own === null ? null : { imdb: own };
  const ids: ProviderExternalIds = {};
  for (const source of textSources) {
    const value = part.identifier(`${source}_id`) ?? (source === "imdb" ? own : null);
    if (value !== null) ids[source] = value;
  }
  const tvdb = part.integer("tvdb_id", { min: 1 });
  return tvdb === null ? ids : { ...ids, tvdb };
}
