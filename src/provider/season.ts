import { bounds, EPISODE_NUMBER_MAX, lengths, SEASON_NUMBER_MAX } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { type LocalizedEpisode, readLocalizedEpisodes, withLanguages } from "./localized-episodes";
import { type ProviderCast, type ProviderCrew, readCast, readCrew } from "./parts/credits";
import { type ProviderImages, readImages } from "./parts/images";
import { type ProviderTranslation, readTranslations } from "./parts/translations";
import type { Fields } from "./reading/fields";
import { openBody, requireId } from "./reading/fields";
import { Quota } from "./reading/quota";
import type { Warnings } from "./reading/warnings";

/** An episode as named by its series. */
export type ProviderEpisodeBrief = {
  external_id: number | null;
  season_number: number;
  episode_number: number;
  title: string | null;
  overview: string | null;
  air_date: string | null;
  runtime: number | null;
  still_path: string | null;
  /** "standard", "finale", "mid_season"; missing in older bodies. */
  episode_type: string | null;
  production_code: string | null;
  vote_average: number | null;
  vote_count: number | null;
};

/** An episode of its season; one credit id can appear in many episodes. */
export type ProviderEpisode = ProviderEpisodeBrief & {
  guest_stars: ProviderCast[] | null;
  crew: ProviderCrew[] | null;
};

/** A season with its episodes in the provider's order; numbers may have gaps. */
export type ProviderSeason = {
  series_external_id: number;
  season_number: number;
  external_id: number;
  title: string | null;
  overview: string | null;
  air_date: string | null;
  poster_path: string | null;
  vote_average: number | null;
  episodes: ProviderEpisode[] | null;
  images: ProviderImages | null;
  translations: ProviderTranslation[] | null;
  localized_episodes: LocalizedEpisode[];
};

/**
 * A season with its images, its translations and its episodes, their guests and crew, in one call; and with one more for
 * each of `languages` (`fr`, `fr-CA`), because translations of episodes cannot be appended.
 */
export async function fetchSeason(
  provider: Provider,
  series_external_id: number,
  season_number: number,
  languages: readonly string[] = [],
): Promise<ProviderResponse> {
  const path = `/tv/${series_external_id}/season/${season_number}`;
  const season = await provider.get(path, { append_to_response: "images,translations" });
  return withLanguages(provider, path, season, languages);
}

/**
 * Reads the body of the requested season, identified by its series and number. Throws
 * `provider_payload_invalid` without a numeric id; any other problem costs only its own field or item.
 */
export function readSeason(
  body: Record<string, unknown>,
  requested: { series_external_id: number; season_number: number },
  warnings: Warnings,
): ProviderSeason {
  const season = openBody(body, warnings);
  const external_id = requireId(season);
  const stated = season.integer("season_number");
  if (stated !== null && stated !== requested.season_number) {
    warnings.add(
      "season_number",
      `the answer is about season ${stated}, not ${requested.season_number}`,
    );
  }
  return {
    ...requested,
    external_id,
    title: season.name("name"),
    overview: season.text("overview", lengths.overview),
    air_date: season.date("air_date"),
    poster_path: season.imagePath("poster_path"),
    vote_average: season.number("vote_average", { min: 0, max: 10 }),
    episodes: readEpisodes(season, requested.season_number),
    images: readImages(season),
    translations: readTranslations(season),
    localized_episodes: readLocalizedEpisodes(season),
  };
}

/** `last_episode_to_air` or `next_episode_to_air` of a series; null if there is none. */
export function readEpisodeBrief(series: Fields, key: string): ProviderEpisodeBrief | null {
  const part = series.object(key);
  if (part === null) return null;
  const season_number = part.integer("season_number", { max: SEASON_NUMBER_MAX });
  if (season_number === null) return part.drop("season_number");
  return readEpisodeFacts(part, season_number);
}

function readEpisodes(season: Fields, season_number: number): ProviderEpisode[] | null {
  const credits = new Quota(bounds.season_credits);
  const ofEpisode = () => new Quota(bounds.episode_credits, credits);
  const readEpisode = (item: Fields): ProviderEpisode | null => {
    const facts = readEpisodeFacts(item, season_number);
    if (facts === null) return null;
    const guest_stars = item.list("guest_stars", readCast, ofEpisode());
    return { ...facts, guest_stars, crew: item.list("crew", readCrew, ofEpisode()) };
  };
  return season.list("episodes", readEpisode, bounds.episodes);
}

function readEpisodeFacts(item: Fields, season_number: number): ProviderEpisodeBrief | null {
  const episode_number = item.integer("episode_number", { max: EPISODE_NUMBER_MAX });
  if (episode_number === null) return item.drop("episode_number");
  return {
    external_id: item.id("id"),
    season_number,
    episode_number,
    title: item.name("name"),
    overview: item.text("overview", lengths.overview),
    air_date: item.date("air_date"),
    runtime: item.integer("runtime"),
    still_path: item.imagePath("still_path"),
    episode_type: item.name("episode_type"),
    production_code: item.name("production_code"),
    vote_average: item.number("vote_average", { min: 0, max: 10 }),
    vote_count: item.integer("vote_count"),
  };
}
