import { idIn, type Json, overlaid } from "./overrides";
import {
  creditsPart,
  imagesPart,
  listPart,
  releaseDatesPart,
  translationsPart,
  videosPart,
  watchProvidersPart,
} from "./parts";

const head = {
  adult: false,
  id: 1,
  original_language: "en",
  popularity: 12.5,
  softcore: false,
  video: false,
  vote_average: 7.25,
  vote_count: 120,
};

/** A movie as lists, recommendations and collections show it. */
export function movieItem(overrides: Json = {}): Json {
  const base = {
    ...head,
    backdrop_path: "/item-backdrop.jpg",
    title: "The Paper Lighthouse",
    original_title: "The Paper Lighthouse",
    overview: "A keeper writes letters that the sea answers.",
    poster_path: "/item-poster.jpg",
    media_type: "movie",
    genre_ids: [18],
    release_date: "2024-05-17",
  };
  return overlaid(base, overrides);
}

/**
 * A full `movie/{id}` body with every field filled and every appendable part (the stand-in strips
 * those not asked for): `movieBody({ id: 603, title: "…", credits: { cast: [] } })`.
 */
export function movieBody(overrides: Json = {}): Json {
  const id = idIn(overrides, 1);
  return overlaid({ ...movieFields(id), ...movieParts(id) }, overrides);
}

/** A movie about which the provider knows nothing: every optional field null, "", 0 or []. */
export function bareMovieBody(overrides: Json = {}): Json {
  const base = {
    ...movieFields(idIn(overrides, 1)),
    backdrop_path: null,
    belongs_to_collection: null,
    budget: 0,
    genres: [],
    homepage: "",
    imdb_id: null,
    origin_country: [],
    overview: "",
    popularity: 0,
    poster_path: null,
    production_companies: [],
    production_countries: [],
    release_date: "",
    revenue: 0,
    runtime: 0,
    spoken_languages: [],
    status: "Planned",
    tagline: "",
    vote_average: 0,
    vote_count: 0,
    alternative_titles: { titles: [] },
    credits: { cast: [], crew: [] },
    external_ids: {
      imdb_id: null,
      wikidata_id: null,
      facebook_id: "",
      instagram_id: "",
      twitter_id: "",
    },
    images: { backdrops: [], logos: [], posters: [] },
    keywords: { keywords: [] },
    recommendations: listPart([]),
    release_dates: { results: [] },
    translations: { translations: [] },
    videos: { results: [] },
    "watch/providers": { results: {} },
  };
  return overlaid(base, overrides);
}

/** Unlike the provider's own ids, an IMDb id is one space: movies are tt1…, series tt2…. */
const imdbId = (id: number) => `tt1${String(id).padStart(7, "0")}`;

function movieFields(id: number): Json {
  return {
    ...head,
    id,
    backdrop_path: `/backdrop-${id}.jpg`,
    belongs_to_collection: {
      id: 701,
      name: "The Lighthouse Collection",
      poster_path: "/collection-poster.jpg",
      backdrop_path: "/collection-backdrop.jpg",
    },
    budget: 4_000_000,
    genres: [
      { id: 18, name: "Drama" },
      { id: 9648, name: "Mystery" },
    ],
    homepage: "https://lighthouse.example/",
    imdb_id: imdbId(id),
    origin_country: ["US"],
    original_title: "The Paper Lighthouse",
    overview: "A keeper writes letters that the sea answers.",
    poster_path: `/poster-${id}.jpg`,
    production_companies: [
      {
        id: 801,
        logo_path: "/company-801.png",
        name: "Tall Window Pictures",
        origin_country: "US",
      },
      { id: 802, logo_path: null, name: "Night Ferry Films", origin_country: "" },
    ],
    production_countries: [{ iso_3166_1: "US", name: "United States of America" }],
    release_date: "2024-05-17",
    revenue: 9_500_000,
    runtime: 104,
    spoken_languages: [{ english_name: "English", iso_639_1: "en", name: "English" }],
    status: "Released",
    tagline: "Some lights are folded.",
    title: "The Paper Lighthouse",
  };
}

function movieParts(id: number): Json {
  return {
    alternative_titles: {
      titles: [{ iso_3166_1: "DE", title: "Der Leuchtturm aus Papier", type: "" }],
    },
    credits: creditsPart({}, id),
    external_ids: {
      imdb_id: imdbId(id),
      wikidata_id: `Q1${id}`,
      facebook_id: "",
      instagram_id: null,
      twitter_id: "paperlighthouse",
    },
    images: imagesPart({}, id),
    keywords: { keywords: [{ id: 901, name: "lighthouse" }] },
    recommendations: listPart([movieItem({ id: 2, title: "The Second Letter" })]),
    release_dates: releaseDatesPart(),
    translations: translationsPart({
      "en-US": { title: "", overview: "", tagline: "", homepage: "", runtime: 0 },
      "fr-CA": {
        title: "Le Phare de papier",
        overview: "",
        tagline: "",
        homepage: "",
        runtime: 102,
      },
      "fr-FR": {
        title: "",
        overview: "Un gardien écrit des lettres auxquelles la mer répond.",
        tagline: "Il y a des lumières pliées.",
        homepage: "https://phare.example/",
        runtime: 0,
      },
    }),
    videos: videosPart({}, id),
    "watch/providers": watchProvidersPart(),
  };
}
