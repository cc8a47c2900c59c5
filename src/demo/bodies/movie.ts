import { dateOf } from "~/demo/calendar";
import { collectionsById } from "~/demo/catalog";
import { collectionsBeyond } from "~/demo/collections";
import type { MovieFacts } from "~/demo/movie-facts";
import { type Body, type Parts, withParts } from "./body";
import { movieCredits } from "./credits";
import { pathOf, titleImages } from "./images";
import {
  companiesOf,
  countriesOf,
  countryCodesOf,
  genresOf,
  keywordsOf,
  languagesOf,
} from "./labels";
import { movieListItem, onePage, titleNumbers } from "./list-item";
import { releaseDates } from "./release-dates";
import { alternativeTitleRows, videoRows, watchOffers } from "./title-parts";

/** What a movie says about its collection: null when it has none. */
function collectionBrief(id: number | undefined): Body | null {
  if (id === undefined) {
    return null;
  }
  const facts = collectionsById.get(id);
  const name = `collection-${id}`;
  return {
    id,
    name: facts?.name ?? collectionsBeyond.get(id) ?? "",
    poster_path: pathOf(name, "poster", facts?.art),
    backdrop_path: pathOf(name, "backdrop", facts?.art),
  };
}

function movieParts(movie: MovieFacts, today: string): Parts {
  const name = `movie-${movie.id}`;
  return {
    alternative_titles: () => ({ titles: alternativeTitleRows(movie.also) }),
    credits: () => movieCredits(name, movie.cast, movie.crew),
    external_ids: () => ({
      imdb_id: movie.imdb ?? null,
      wikidata_id: null,
      facebook_id: "",
      instagram_id: null,
      twitter_id: null,
    }),
    images: () => titleImages(name, movie.art),
    keywords: () => ({ keywords: keywordsOf(movie.keywords) }),
    recommendations: () => onePage((movie.recommends ?? []).map((id) => movieListItem(id, today))),
    release_dates: () => releaseDates(movie.releases, today),
    videos: () => ({ results: videoRows(name, movie.videos) }),
    "watch/providers": () =>
      watchOffers(`https://www.themoviedb.org/movie/${movie.id}`, movie.watch),
  };
}

/** The body of /3/movie/{id} with the asked parts; `today` moves the dates given as offsets. */
export function movieBody(movie: MovieFacts, today: string, asked: ReadonlySet<string>): Body {
  const name = `movie-${movie.id}`;
  const language = movie.language ?? "en";
  const body = {
    adult: movie.adult === true,
    backdrop_path: pathOf(name, "backdrop", movie.art),
    belongs_to_collection: collectionBrief(movie.collection),
    budget: movie.budget ?? 0,
    genres: genresOf(movie.genres),
    homepage: "",
    id: movie.id,
    imdb_id: movie.imdb ?? null,
    origin_country: countryCodesOf(movie.countries),
    original_language: language,
    original_title: movie.original ?? movie.title,
    overview: movie.overview,
    poster_path: pathOf(name, "poster", movie.art),
    production_companies: companiesOf(movie.companies),
    production_countries: countriesOf(movie.countries),
    release_date: dateOf(movie.date, today),
    revenue: movie.revenue ?? 0,
    runtime: movie.runtime,
    softcore: false,
    spoken_languages: languagesOf(language),
    status: movie.status ?? "Released",
    tagline: "",
    title: movie.title,
    video: false,
    ...titleNumbers(name, movie.score),
  };
  return withParts(body, movieParts(movie, today), asked);
}
