import { episodesOf, firstAirDate, regularSeasons } from "~/demo/episodes";
import type { Series } from "~/demo/schema/series";
import { type Body, type Parts, withParts } from "./body";
import { pathOf, titleImages } from "./images";
import { companiesOf, countriesOf, genresOf, keywordsOf, languagesOf, networksOf } from "./labels";
import { onePage, popularityAndVotes, seriesListItem } from "./list-item";
import { episodeSummary, seasonSummary } from "./season";
import { aggregateCredits, creatorRows, seriesCredits } from "./series-credits";
import { alternativeTitleRows, videoRows, watchOffers } from "./title-parts";
import { translationsPart } from "./translations";

/** All regular episodes, without their people, in the order of seasons. */
function regularEpisodes(series: Series, today: string): { date: string | null; head: Body }[] {
  return regularSeasons(series).flatMap((season) =>
    episodesOf(season, today).map((episode) => ({
      date: episode.airDate,
      head: episodeSummary(series, season, episode, today),
    })),
  );
}

function ratingRows(series: Series): Body[] {
  return series.content_ratings.map(({ country, rating }) => ({
    descriptors: [],
    iso_3166_1: country,
    rating,
  }));
}

function seriesParts(series: Series, today: string): Parts {
  const name = `series-${series.id}`;
  const count = regularEpisodes(series, today).length;
  return {
    aggregate_credits: () => aggregateCredits(series, count),
    alternative_titles: () => ({ results: alternativeTitleRows(series.alternative_titles) }),
    content_ratings: () => ({ results: ratingRows(series) }),
    credits: () => seriesCredits(series),
    external_ids: () => ({
      imdb_id: series.imdb_id ?? null,
      freebase_mid: null,
      freebase_id: null,
      tvdb_id: series.tvdb_id ?? null,
      tvrage_id: null,
      wikidata_id: null,
      facebook_id: null,
      instagram_id: "",
      twitter_id: "",
    }),
    images: () => titleImages(name, series.art),
    keywords: () => ({ results: keywordsOf(series.keywords) }),
    recommendations: () =>
      onePage((series.recommendations ?? []).map((id) => seriesListItem(id, today))),
    translations: () => translationsPart("series", series.id),
    videos: () => ({ results: videoRows(name, series.videos) }),
    "watch/providers": () =>
      watchOffers(`https://www.themoviedb.org/tv/${series.id}`, series.watch_providers),
  };
}

/** The body of /3/tv/{id} with the requested parts; its counts are those of the seasons the demo serves. */
export function seriesBody(series: Series, today: string, parts: ReadonlySet<string>): Body {
  const name = `series-${series.id}`;
  const language = series.original_language ?? "en";
  const episodes = regularEpisodes(series, today);
  const last = episodes.findLast(({ date }) => date !== null && date <= today);
  const next = episodes.find(({ date }) => date !== null && date > today);
  const body = {
    adult: series.adult === true,
    backdrop_path: pathOf(name, "backdrop", series.art),
    created_by: creatorRows(series),
    episode_run_time: [],
    first_air_date: firstAirDate(series, today),
    genres: genresOf(series.genres),
    homepage: "",
    id: series.id,
    in_production: series.status === "Returning Series",
    languages: [language],
    last_air_date: last?.date ?? "",
    last_episode_to_air: last?.head ?? null,
    name: series.name,
    next_episode_to_air: next?.head ?? null,
    networks: networksOf(series.networks),
    number_of_episodes: episodes.length,
    number_of_seasons: regularSeasons(series).length,
    origin_country: series.countries,
    original_language: language,
    original_name: series.original_name ?? series.name,
    overview: series.overview ?? "",
    poster_path: pathOf(name, "poster", series.art),
    production_companies: companiesOf(series.companies),
    production_countries: countriesOf(series.countries),
    seasons: series.seasons.map((season) => seasonSummary(series, season, today)),
    softcore: false,
    spoken_languages: languagesOf(language),
    status: series.status,
    tagline: "",
    type: series.type,
    ...popularityAndVotes(name, series.vote_average),
  };
  return withParts(body, seriesParts(series, today), parts);
}
