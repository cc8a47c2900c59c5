import type { EpisodeBrief } from "~/db/schema";
import { nullIfEmpty } from "~/ingest/normalize";
import type { Ingestion } from "~/ingest/pipeline";
import { normalizeGenres } from "~/ingest/titles/genres";
import {
  fillOnlyColumns,
  normalizeCompanies,
  normalizeCreators,
  normalizeCredits,
  normalizeLabel,
} from "~/ingest/titles/normalize";
import type { Warnings } from "~/provider/reading/warnings";
import type { ProviderEpisodeBrief } from "~/provider/season";
import { fetchSeries, type ProviderSeries, readSeries } from "~/provider/series";
import { seriesStatuses } from "~/vocabulary";
import { type NormalizedSeries, upsertSeries } from "./upsert";

/** Ingests one series with season stubs; each season has an ingestion of its own. */
export const seriesIngestion = (external_id: number): Ingestion<NormalizedSeries> => ({
  kind: "series",
  external_id: String(external_id),
  fetch: (provider) => fetchSeries(provider, external_id),
  normalize: (body, warnings) => {
    const raw = readSeries(body, external_id, warnings);
    // Without aggregate credits only the regular cast is known: the others must not be removed.
    if (!hasAggregateCredits(body)) warnings.markIncomplete("aggregate_credits");
    return normalizeSeries(raw, warnings, { no_next_episode: body.next_episode_to_air === null });
  },
  upsert: upsertSeries,
});

function hasAggregateCredits({ aggregate_credits }: Record<string, unknown>): boolean {
  if (typeof aggregate_credits !== "object" || aggregate_credits === null) return false;
  const { cast, crew }: { cast?: unknown; crew?: unknown } = aggregate_credits;
  return Array.isArray(cast) && cast.length > 0 && Array.isArray(crew) && crew.length > 0;
}

/** Maps the provider's series to our rows. Pure: no clock, database or network. */
export function normalizeSeries(
  raw: ProviderSeries,
  warnings: Warnings,
  { no_next_episode = false } = {},
): NormalizedSeries {
  return {
    external_id: raw.external_id,
    series: {
      title: raw.title,
      original_title: raw.original_title,
      original_language: raw.original_language,
      overview: raw.overview,
      tagline: raw.tagline,
      homepage: raw.homepage,
      first_air_date: raw.first_air_date,
      last_air_date: raw.last_air_date,
      status: normalizeLabel(seriesStatuses, raw.status, "status", warnings),
      series_type: raw.series_type,
      in_production: raw.in_production,
      number_of_seasons: raw.number_of_seasons,
      number_of_episodes: raw.number_of_episodes,
      popularity: raw.popularity,
      vote_average: raw.vote_average,
      vote_count: raw.vote_count,
      // Left out when the provider does not say: the stored value or the column's default then stays.
      ...(raw.adult !== null && { adult: raw.adult }),
      poster_path: raw.poster_path,
      backdrop_path: raw.backdrop_path,
      origin_countries: nullIfEmpty(raw.origin_countries) ?? nullIfEmpty(raw.production_countries),
      spoken_languages: nullIfEmpty(raw.spoken_languages),
      external_ids: raw.external_ids,
      provider_genres: nullIfEmpty(raw.genres),
      last_episode: episodeBrief(raw.last_episode),
      next_episode: episodeBrief(raw.next_episode),
    },
    seasons: raw.seasons ?? [],
    content_ratings: raw.content_ratings ?? [],
    no_next_episode,
    parts: {
      genres: normalizeGenres(raw.genres, warnings),
      keywords: raw.keywords,
      companies: [
        ...normalizeCompanies(raw.companies, "production_company"),
        ...normalizeCompanies(raw.networks, "network"),
      ],
      credits: [...normalizeCredits(raw.credits), ...normalizeCreators(raw.creators)],
      alternate_titles: raw.alternate_titles,
      videos: raw.videos,
      translations: raw.translations,
      images: raw.images,
      offerings: raw.offerings,
      poster_path: raw.poster_path,
      backdrop_path: raw.backdrop_path,
      fill: fillOnlyColumns(raw, warnings.incomplete_parts),
      incomplete: warnings.incomplete_parts,
    },
  };
}

const episodeBrief = (raw: ProviderEpisodeBrief | null): EpisodeBrief | null =>
  raw && {
    season_number: raw.season_number,
    episode_number: raw.episode_number,
    title: raw.title,
    overview: raw.overview,
    air_date: raw.air_date,
    runtime: raw.runtime,
    still_path: raw.still_path,
    episode_type: raw.episode_type,
  };
