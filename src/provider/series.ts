import { bounds, lengths, SEASON_NUMBER_MAX } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { type ProviderAlternateTitle, readAlternateTitles } from "./parts/alternate-titles";
import { type ProviderCompany, readCompany } from "./parts/companies";
import { type ProviderContentRating, readContentRatings } from "./parts/content-ratings";
import {
  type ProviderCreator,
  type ProviderCredits,
  readAggregateCredits,
  readCreator,
  readCredits,
} from "./parts/credits";
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
import { type ProviderTranslation, readTranslations } from "./parts/translations";
import { type ProviderVideo, readVideos } from "./parts/videos";
import { type ProviderCountryOffers, readOfferings } from "./parts/watch-providers";
import type { Fields } from "./reading/fields";
import { confirmId, openBody, requireName } from "./reading/fields";
import type { Warnings } from "./reading/warnings";
import { type ProviderEpisodeBrief, readEpisodeBrief } from "./season";

/** A season as listed by its series; number 0 is the specials. */
export type ProviderSeasonStub = {
  external_id: number | null;
  season_number: number;
  title: string | null;
  overview: string | null;
  air_date: string | null;
  poster_path: string | null;
  episode_count: number | null;
  vote_average: number | null;
};

/** A series of the provider. null: it does not say; 0, false and [] are what it says. */
export type ProviderSeries = {
  external_id: number;
  title: string;
  original_title: string | null;
  original_language: string | null;
  overview: string | null;
  tagline: string | null;
  homepage: string | null;
  first_air_date: string | null;
  last_air_date: string | null;
  /** The provider's own label, for example "Returning Series". */
  status: string | null;
  /** "Scripted", "Reality", "Miniseries" … */
  series_type: string | null;
  in_production: boolean | null;
  /** Without season 0. */
  number_of_seasons: number | null;
  number_of_episodes: number | null;
  popularity: number | null;
  vote_average: number | null;
  vote_count: number | null;
  adult: boolean | null;
  poster_path: string | null;
  backdrop_path: string | null;
  origin_countries: string[] | null;
  production_countries: string[] | null;
  spoken_languages: ProviderSpokenLanguage[] | null;
  genres: ProviderLabel[] | null;
  keywords: ProviderLabel[] | null;
  companies: ProviderCompany[] | null;
  networks: ProviderCompany[] | null;
  alternate_titles: ProviderAlternateTitle[] | null;
  content_ratings: ProviderContentRating[] | null;
  external_ids: ProviderExternalIds | null;
  creators: ProviderCreator[] | null;
  /** Over all seasons, one row for each role or job, with episode counts where the provider has them. */
  credits: ProviderCredits | null;
  images: ProviderImages | null;
  videos: ProviderVideo[] | null;
  translations: ProviderTranslation[] | null;
  offerings: ProviderCountryOffers[] | null;
  seasons: ProviderSeasonStub[] | null;
  last_episode: ProviderEpisodeBrief | null;
  next_episode: ProviderEpisodeBrief | null;
};

const parts = [
  "aggregate_credits",
  "alternative_titles",
  "content_ratings",
  "credits",
  "external_ids",
  "images",
  "keywords",
  "translations",
  "videos",
  "watch/providers",
];

/** A series with all its parts in one call; without a language, so that all images are included. */
export const fetchSeries = (provider: Provider, external_id: number): Promise<ProviderResponse> =>
  provider.get(`/tv/${external_id}`, { append_to_response: parts.join(",") });

/**
 * Reads the body of the requested series. Throws `provider_payload_invalid` without a numeric id
 * and a name; any other problem costs only its own field or item, with a warning.
 */
export function readSeries(
  body: Record<string, unknown>,
  external_id: number,
  warnings: Warnings,
): ProviderSeries {
  const series = openBody(body, warnings);
  confirmId(series, external_id);
  return {
    external_id,
    title: requireName(series, "name"),
    ...readSeriesFacts(series),
    origin_countries: series.countries("origin_country"),
    production_countries: series.list("production_countries", readCountry, bounds.countries),
    spoken_languages: series.list("spoken_languages", readSpokenLanguage, bounds.spoken_languages),
    genres: series.list("genres", readLabel, bounds.genres),
    keywords: readKeywords(series),
    companies: series.list("production_companies", readCompany, bounds.companies),
    networks: series.list("networks", readCompany, bounds.companies),
    alternate_titles: readAlternateTitles(series),
    content_ratings: readContentRatings(series),
    external_ids: readExternalIds(series),
    creators: series.list("created_by", readCreator, bounds.creators),
    credits: readSeriesCredits(series),
    images: readImages(series),
    videos: readVideos(series),
    translations: readTranslations(series),
    offerings: readOfferings(series),
    seasons: series.list("seasons", readSeasonStub, bounds.seasons),
    last_episode: readEpisodeBrief(series, "last_episode_to_air"),
    next_episode: readEpisodeBrief(series, "next_episode_to_air"),
  };
}

const readSeriesFacts = (series: Fields) => ({
  original_title: series.name("original_name"),
  original_language: series.language("original_language"),
  overview: series.text("overview", lengths.overview),
  tagline: series.text("tagline", lengths.overview),
  homepage: series.webAddress("homepage"),
  first_air_date: series.date("first_air_date"),
  last_air_date: series.date("last_air_date"),
  status: series.name("status"),
  series_type: series.name("type"),
  in_production: series.boolean("in_production"),
  number_of_seasons: series.integer("number_of_seasons"),
  number_of_episodes: series.integer("number_of_episodes"),
  popularity: series.number("popularity", { min: 0 }),
  vote_average: series.number("vote_average", { min: 0, max: 10 }),
  vote_count: series.integer("vote_count"),
  adult: series.boolean("adult"),
  poster_path: series.imagePath("poster_path"),
  backdrop_path: series.imagePath("backdrop_path"),
});

/** The aggregated lists name everybody. `credits` names the regulars only and is the fallback. */
function readSeriesCredits(series: Fields): ProviderCredits | null {
  const everybody = readAggregateCredits(series);
  if (everybody?.cast?.length && everybody.crew?.length) return everybody;
  const regulars = readCredits(series);
  if (everybody === null || regulars === null) return everybody ?? regulars;
  return {
    cast: everybody.cast?.length ? everybody.cast : (regulars.cast ?? everybody.cast),
    crew: everybody.crew?.length ? everybody.crew : (regulars.crew ?? everybody.crew),
  };
}

function readSeasonStub(item: Fields): ProviderSeasonStub | null {
  const season_number = item.integer("season_number", { max: SEASON_NUMBER_MAX });
  if (season_number === null) return item.drop("season_number");
  return {
    external_id: item.id("id"),
    season_number,
    title: item.name("name"),
    overview: item.text("overview", lengths.overview),
    air_date: item.date("air_date"),
    poster_path: item.imagePath("poster_path"),
    episode_count: item.integer("episode_count"),
    vote_average: item.number("vote_average", { min: 0, max: 10 }),
  };
}
