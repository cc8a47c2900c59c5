import { bounds, lengths } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { type ProviderAlternateTitle, readAlternateTitles } from "./parts/alternate-titles";
import { type ProviderCompany, readCompany } from "./parts/companies";
import { type ProviderCredits, readCredits } from "./parts/credits";
import { type ProviderExternalIds, readExternalIds } from "./parts/external-ids";
import { type ProviderImages, readImages } from "./parts/images";
import {
  type ProviderLabel,
  type ProviderSpokenLanguage,
  readCountry,
  readKeywords,
  readLabel,
  readSpokenLanguage,
} from "./parts/labels";
import { type ProviderReleaseDate, readReleaseDates } from "./parts/release-dates";
import { type ProviderTranslation, readTranslations } from "./parts/translations";
import { type ProviderVideo, readVideos } from "./parts/videos";
import { type ProviderCountryOffers, readOfferings } from "./parts/watch-providers";
import type { Fields } from "./reading/fields";
import { confirmId, openBody, requireName } from "./reading/fields";
import type { Warnings } from "./reading/warnings";

/** The collection that a movie names. */
export type ProviderCollectionBrief = {
  external_id: number;
  name: string;
  poster_path: string | null;
  backdrop_path: string | null;
};

/** A movie of the provider. null: it does not say; 0, false and [] are what it says. */
export type ProviderMovie = {
  external_id: number;
  title: string;
  original_title: string | null;
  original_language: string | null;
  overview: string | null;
  tagline: string | null;
  homepage: string | null;
  release_date: string | null;
  /** The provider's own label, for example "Post Production". */
  status: string | null;
  /** Minutes; 0 = unknown. */
  runtime: number | null;
  /** US dollars; 0 = unknown. */
  budget: number | null;
  revenue: number | null;
  popularity: number | null;
  vote_average: number | null;
  vote_count: number | null;
  adult: boolean | null;
  poster_path: string | null;
  backdrop_path: string | null;
  /** Missing in bodies from before 2024; `production_countries` is older and less exact. */
  origin_countries: string[] | null;
  production_countries: string[] | null;
  spoken_languages: ProviderSpokenLanguage[] | null;
  genres: ProviderLabel[] | null;
  keywords: ProviderLabel[] | null;
  collection: ProviderCollectionBrief | null;
  companies: ProviderCompany[] | null;
  alternate_titles: ProviderAlternateTitle[] | null;
  release_dates: ProviderReleaseDate[] | null;
  external_ids: ProviderExternalIds | null;
  credits: ProviderCredits | null;
  images: ProviderImages | null;
  videos: ProviderVideo[] | null;
  translations: ProviderTranslation[] | null;
  /** External ids of movies, best first, each once. */
  recommendations: number[] | null;
  offerings: ProviderCountryOffers[] | null;
};

const parts = [
  "alternative_titles",
  "credits",
  "external_ids",
  "images",
  "keywords",
  "recommendations",
  "release_dates",
  "translations",
  "videos",
  "watch/providers",
];

/** A movie with all its parts in one call; without a language, so that all images are included. */
export const fetchMovie = (provider: Provider, external_id: number): Promise<ProviderResponse> =>
  provider.get(`/movie/${external_id}`, { append_to_response: parts.join(",") });

/**
 * Reads the body of the requested movie. Throws `provider_payload_invalid` without a numeric id
 * and a title; any other problem costs only its own field or item, with a warning.
 */
export function readMovie(
  body: Record<string, unknown>,
  external_id: number,
  warnings: Warnings,
): ProviderMovie {
  const movie = openBody(body, warnings);
  confirmId(movie, external_id);
  return {
    external_id,
    title: requireName(movie, "title"),
    ...readMovieFacts(movie),
    origin_countries: movie.countries("origin_country"),
    production_countries: movie.list("production_countries", readCountry, bounds.countries),
    spoken_languages: movie.list("spoken_languages", readSpokenLanguage, bounds.spoken_languages),
    genres: movie.list("genres", readLabel, bounds.genres),
    keywords: readKeywords(movie),
    collection: readCollectionBrief(movie),
    companies: movie.list("production_companies", readCompany, bounds.companies),
    alternate_titles: readAlternateTitles(movie),
    release_dates: readReleaseDates(movie),
    external_ids: readExternalIds(movie),
    credits: readCredits(movie),
    images: readImages(movie),
    videos: readVideos(movie),
    translations: readTranslations(movie),
    recommendations: readRecommendations(movie),
    offerings: readOfferings(movie),
  };
}

const readMovieFacts = (movie: Fields) => ({
  original_title: movie.name("original_title"),
  original_language: movie.language("original_language"),
  overview: movie.text("overview", lengths.overview),
  tagline: movie.text("tagline", lengths.overview),
  homepage: movie.webAddress("homepage"),
  release_date: movie.date("release_date"),
  status: movie.name("status"),
  runtime: movie.integer("runtime"),
  budget: movie.integer("budget", { max: Number.MAX_SAFE_INTEGER }),
  revenue: movie.integer("revenue", { max: Number.MAX_SAFE_INTEGER }),
  popularity: movie.number("popularity", { min: 0 }),
  vote_average: movie.number("vote_average", { min: 0, max: 10 }),
  vote_count: movie.integer("vote_count"),
  adult: movie.boolean("adult"),
  poster_path: movie.imagePath("poster_path"),
  backdrop_path: movie.imagePath("backdrop_path"),
});

function readCollectionBrief(movie: Fields): ProviderCollectionBrief | null {
  const part = movie.object("belongs_to_collection");
  const label = part && readLabel(part);
  return (
    label && {
      ...label,
      poster_path: part.imagePath("poster_path"),
      backdrop_path: part.imagePath("backdrop_path"),
    }
  );
}

function readRecommendations(movie: Fields): number[] | null {
  const ids = movie
    .object("recommendations")
    ?.list("results", readRecommendation, bounds.recommendations);
  return ids ? [...new Set(ids)] : null;
}

function readRecommendation(item: Fields): number | null {
  const kind = item.identifier("media_type");
  if (kind !== null && kind !== "movie") return item.skip("it is no movie");
  return item.id("id") ?? item.drop("id");
}
