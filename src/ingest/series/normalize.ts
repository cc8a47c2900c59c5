import type { EpisodeBrief, seasons, series } from "~/db/schema";
import { normalizeGenres } from "~/ingest/titles/genres";
import {
  doubtfulColumns,
  normalizeCompanies,
  normalizeCreators,
  normalizeCredits,
  normalizeLabel,
  stated,
} from "~/ingest/titles/normalize";
import type { TitleParts } from "~/ingest/titles/upsert";
import type { ProviderContentRating } from "~/provider/parts/content-ratings";
import type { Warnings } from "~/provider/reading/warnings";
import type { ProviderEpisodeBrief } from "~/provider/season";
import type { ProviderSeries } from "~/provider/series";
import { seriesStatuses } from "~/vocabulary";

export type NormalizedSeries = {
  external_id: number;
  series: Omit<typeof series.$inferInsert, "id">;
  /** Stubs only: the episodes come with each season's own ingestion (M32, M128). */
  seasons: Omit<typeof seasons.$inferInsert, "id" | "series_id">[];
  content_ratings: ProviderContentRating[];
  /** The provider says that none is known, rather than nothing: an old one is over then. */
  no_next_episode: boolean;
  parts: TitleParts;
};

/** Provider series in, domain rows out: no clock, no database, no network. */
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
      // Left out when the provider is silent: the column's default, or what is stored, then stands.
      ...(raw.adult !== null && { adult: raw.adult }),
      poster_path: raw.poster_path,
      backdrop_path: raw.backdrop_path,
      origin_countries: stated(raw.origin_countries) ?? stated(raw.production_countries),
      spoken_languages: stated(raw.spoken_languages),
      external_ids: raw.external_ids,
      provider_genres: stated(raw.genres),
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
      images: raw.images,
      offerings: raw.offerings,
      poster_path: raw.poster_path,
      backdrop_path: raw.backdrop_path,
      fill: doubtfulColumns(raw, warnings.incomplete_parts),
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
