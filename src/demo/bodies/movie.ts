import { dateOf } from "~/demo/calendar";
import { collectionsById, mentioned } from "~/demo/catalog";
import type { Movie } from "~/demo/schema/movie";
import { type Body, type Parts, withParts } from "./body";
import { movieCredits } from "./credits";
import { pathOf, titleImages } from "./images";
import { companiesOf, countriesOf, genresOf, keywordsOf, languagesOf } from "./labels";
import { movieListItem, onePage, popularityAndVotes } from "./list-item";
import { releaseDates } from "./release-dates";
import { alternativeTitleRows, videoRows, watchOffers } from "./title-parts";
import { translationsPart } from "./translations";

/** What a movie says about its collection: null when it has none. */
function collectionSummary(id: number | undefined): Body | null {
  if (id === undefined) {
    return null;
  }
  const collection = collectionsById.get(id);
  const name = `collection-${id}`;
  return {
    id,
    name: collection?.name ?? mentioned.collectionsById.get(id)?.name ?? "",
    poster_path: pathOf(name, "poster", collection?.art),
    backdrop_path: pathOf(name, "backdrop", collection?.art),
  };
}

function movieParts(movie: Movie, today: string): Parts {
  const name = `movie-${movie.id}`;
  return {
    alternative_titles: () => ({ titles: alternativeTitleRows(movie.alternative_titles) }),
    credits: () => movieCredits(movie),
    external_ids: () => ({
      imdb_id: movie.imdb_id ?? null,
      wikidata_id: null,
      facebook_id: "",
      instagram_id: null,
      twitter_id: null,
    }),
    images: () => titleImages(name, movie.art),
    keywords: () => ({ keywords: keywordsOf(movie.keywords) }),
    recommendations: () =>
      onePage((movie.recommendations ?? []).map((id) => movieListItem(id, today))),
    release_dates: () => releaseDates(movie, today),
    translations: () => translationsPart("movie", movie.id),
    videos: () => ({ results: videoRows(name, movie.videos) }),
    "watch/providers": () =>
      watchOffers(`https://www.themoviedb.org/movie/${movie.id}`, movie.watch_providers),
  };
}

/** The body of /3/movie/{id} with the requested parts; dates that count days count them from `today`. */
export function movieBody(movie: Movie, today: string, parts: ReadonlySet<string>): Body {
  const name = `movie-${movie.id}`;
  const language = movie.original_language ?? "en";
  const body = {
    adult: movie.adult === true,
    backdrop_path: pathOf(name, "backdrop", movie.art),
    belongs_to_collection: collectionSummary(movie.collection),
    budget: movie.budget ?? 0,
    genres: genresOf(movie.genres),
    homepage: "",
    id: movie.id,
    imdb_id: movie.imdb_id ?? null,
    origin_country: movie.countries,
    original_language: language,
    original_title: movie.original_title ?? movie.title,
    overview: movie.overview ?? "",
    poster_path: pathOf(name, "poster", movie.art),
    production_companies: companiesOf(movie.companies),
    production_countries: countriesOf(movie.countries),
    release_date: dateOf(movie.release_date, today),
    revenue: movie.revenue ?? 0,
    runtime: movie.runtime ?? null,
    softcore: false,
    spoken_languages: languagesOf(language),
    status: movie.status ?? "Released",
    tagline: "",
    title: movie.title,
    video: false,
    ...popularityAndVotes(name, movie.vote_average),
  };
  return withParts(body, movieParts(movie, today), parts);
}
