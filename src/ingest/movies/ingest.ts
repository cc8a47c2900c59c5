import { compareDates, nullIfEmpty } from "~/ingest/normalize";
import type { Ingestion } from "~/ingest/pipeline";
import { normalizeGenres } from "~/ingest/titles/genres";
import {
  fillOnlyColumns,
  normalizeCompanies,
  normalizeCredits,
  normalizeLabel,
} from "~/ingest/titles/normalize";
import { fetchMovie, type ProviderMovie, readMovie } from "~/provider/movie";
import type { ProviderReleaseDate } from "~/provider/parts/release-dates";
import type { Warnings } from "~/provider/reading/warnings";
import { movieStatuses, type ReleaseType } from "~/vocabulary";
import { type NormalizedMovie, upsertMovie } from "./upsert";

/** Ingests one movie: fetch and read (provider/movie.ts), normalize (here), upsert (upsert.ts). */
export const movieIngestion = (external_id: number): Ingestion<NormalizedMovie> => ({
  kind: "movie",
  external_id: String(external_id),
  fetch: (provider) => fetchMovie(provider, external_id),
  normalize: (body, warnings) => normalizeMovie(readMovie(body, external_id, warnings), warnings),
  upsert: upsertMovie,
});

/** Maps the provider's movie to our rows. Pure: no clock, database or network. */
export function normalizeMovie(raw: ProviderMovie, warnings: Warnings): NormalizedMovie {
  return {
    external_id: raw.external_id,
    movie: {
      title: raw.title,
      original_title: raw.original_title,
      original_language: raw.original_language,
      overview: raw.overview,
      tagline: raw.tagline,
      homepage: raw.homepage,
      release_date: raw.release_date,
      status: normalizeLabel(movieStatuses, raw.status, "status", warnings),
      runtime: raw.runtime,
      budget: raw.budget,
      revenue: raw.revenue,
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
    },
    collection: raw.collection,
    release_dates: normalizeReleaseDates(raw.release_dates ?? []),
    recommendations: raw.recommendations ?? [],
    parts: {
      genres: normalizeGenres(raw.genres, warnings),
      keywords: raw.keywords,
      companies: normalizeCompanies(raw.companies, "production_company"),
      credits: normalizeCredits(raw.credits),
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

/** By the provider's number: 2 (limited) and 3 (wide) are both theatrical. */
const releaseTypeOf: Record<number, ReleaseType> = {
  1: "premiere",
  2: "theatrical",
  3: "theatrical",
  4: "digital",
  5: "physical",
  6: "tv",
};
const LIMITED = 2;

/** By date, as answers show them: the provider's order only decides between equal dates. */
function normalizeReleaseDates(rows: ProviderReleaseDate[]): NormalizedMovie["release_dates"] {
  const positions = new Map<string, number>();
  const byDate = rows.toSorted((a, b) => compareDates(a.release_date, b.release_date));
  return byDate.flatMap(({ region, type, release_date, certification, note }) => {
    const release_type = releaseTypeOf[type];
    if (release_type === undefined) return [];
    const position = positions.get(region) ?? 0;
    positions.set(region, position + 1);
    const is_limited = type === LIMITED;
    return [{ region, position, release_type, is_limited, release_date, certification, note }];
  });
}
