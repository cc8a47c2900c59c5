import type { Ingestion } from "~/ingest/pipeline";
import type { ProviderCast, ProviderCrew } from "~/provider/parts/credits";
import type { Warnings } from "~/provider/reading/warnings";
import {
  fetchSeason,
  type ProviderEpisode,
  type ProviderSeason,
  readSeason,
} from "~/provider/season";
import { type NormalizedEpisodeCredit, type NormalizedSeason, upsertSeason } from "./upsert";

export type SeasonKey = { series_external_id: number; season_number: number };

/** The external id of a season's job: `1399:1`. */
export const seasonExternalId = ({ series_external_id, season_number }: SeasonKey): string =>
  `${series_external_id}:${season_number}`;

/** The inverse of {@link seasonExternalId}. */
export function parseSeasonExternalId(text: string): SeasonKey {
  const [series_external_id, season_number] = text.split(":").map(Number);
  return {
    series_external_id: series_external_id ?? Number.NaN,
    season_number: season_number ?? Number.NaN,
  };
}

/** Ingests one season with all its episodes, and these with their texts in `languages` (`fr`, `fr-CA`). */
export const seasonIngestion = (
  key: SeasonKey,
  languages: readonly string[] = [],
): Ingestion<NormalizedSeason> => ({
  kind: "season",
  external_id: seasonExternalId(key),
  fetch: (provider) => fetchSeason(provider, key.series_external_id, key.season_number, languages),
  normalize: (body, warnings) => normalizeSeason(readSeason(body, key, warnings), warnings),
  upsert: (tx, normalized) => upsertSeason(tx, key.series_external_id, normalized),
});

/** Maps the provider's season to our rows. Pure: no clock, database or network. */
export function normalizeSeason(raw: ProviderSeason, warnings: Warnings): NormalizedSeason {
  return {
    season: {
      season_number: raw.season_number,
      external_id: raw.external_id,
      title: raw.title,
      overview: raw.overview,
      air_date: raw.air_date,
      poster_path: raw.poster_path,
      vote_average: raw.vote_average,
      // An empty list does not mean that there are no episodes.
      episode_count: raw.episodes?.length || null,
    },
    episodes: (raw.episodes ?? []).map(normalizeEpisode),
    incomplete: warnings.incomplete_parts.has("episodes"),
    images: { listed: raw.images, keep: warnings.incomplete_parts.has("images") },
    translations: {
      listed: raw.translations,
      keep: warnings.incomplete_parts.has("translations"),
      episodes: raw.localized_episodes,
    },
  };
}

function normalizeEpisode(raw: ProviderEpisode): NormalizedSeason["episodes"][number] {
  return {
    episode: {
      episode_number: raw.episode_number,
      external_id: raw.external_id,
      title: raw.title,
      overview: raw.overview,
      air_date: raw.air_date,
      runtime: raw.runtime,
      still_path: raw.still_path,
      episode_type: raw.episode_type,
      production_code: raw.production_code,
      vote_average: raw.vote_average,
      vote_count: raw.vote_count,
    },
    credits: [...(raw.guest_stars ?? []).map(guestStar), ...(raw.crew ?? []).map(crewMember)],
  };
}

const guestStar = (credit: ProviderCast, index: number): NormalizedEpisodeCredit => ({
  credit_type: "guest_star",
  external_id: credit.credit_id,
  person: credit.person,
  character: credit.character,
  department: null,
  job: null,
  position: credit.order ?? index,
});

const crewMember = (credit: ProviderCrew, index: number): NormalizedEpisodeCredit => ({
  credit_type: "crew",
  external_id: credit.credit_id,
  person: credit.person,
  character: null,
  department: credit.department,
  job: credit.job,
  position: index,
});
