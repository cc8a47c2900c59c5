import type { Recipe } from "~/ingest/pipeline";
import { fetchSeason, readSeason } from "~/provider/season";
import { type NormalizedSeason, normalizeSeason } from "./normalize";
import { upsertSeason } from "./upsert";

export type SeasonKey = { series_external_id: number; season_number: number };

/** A season's external id as jobs spell it: `1399:1` (M131). */
export const seasonExternalId = ({ series_external_id, season_number }: SeasonKey): string =>
  `${series_external_id}:${season_number}`;

/** The way back from {@link seasonExternalId}. */
export function parseSeasonExternalId(text: string): SeasonKey {
  const [series_external_id, season_number] = text.split(":").map(Number);
  return {
    series_external_id: series_external_id ?? Number.NaN,
    season_number: season_number ?? Number.NaN,
  };
}

/** How a season of the provider becomes ours, with all its episodes. */
export const seasonRecipe = (key: SeasonKey): Recipe<NormalizedSeason> => ({
  kind: "season",
  external_id: seasonExternalId(key),
  fetch: (provider) => fetchSeason(provider, key.series_external_id, key.season_number),
  normalize: (body, warnings) => normalizeSeason(readSeason(body, key, warnings), warnings),
  upsert: (tx, normalized) => upsertSeason(tx, key.series_external_id, normalized),
});
