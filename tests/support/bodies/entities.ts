import { movieItem } from "./movie";
import { hexId, idIn, type Json, overlaid } from "./overrides";
import { imageRow, imagesPart, listPart, translationsPart } from "./parts";
import { seriesItem } from "./series";

/** A full `person/{id}` body with images, external ids and both credit lists (empty). */
export function personBody(overrides: Json = {}): Json {
  const id = idIn(overrides, 501);
  const imdbId = `nm${String(id).padStart(7, "0")}`;
  const base = {
    adult: false,
    also_known_as: [`P. ${id}`],
    biography: "Began on a small stage and stayed curious.",
    birthday: "1980-02-29",
    deathday: null,
    gender: 1,
    homepage: null,
    id,
    imdb_id: imdbId,
    known_for_department: "Acting",
    name: `Person ${id}`,
    place_of_birth: "Ghent, Belgium",
    popularity: 1.5,
    profile_path: `/person-${id}.jpg`,
    external_ids: {
      freebase_mid: null,
      freebase_id: null,
      imdb_id: imdbId,
      tvrage_id: null,
      wikidata_id: "",
      facebook_id: null,
      instagram_id: `person${id}`,
      tiktok_id: null,
      twitter_id: "",
      youtube_id: null,
    },
    images: { profiles: [imageRow(`person-${id}`, { iso_3166_1: null, iso_639_1: null })] },
    translations: translationsPart({
      "de-DE": { biography: "Begann auf einer kleinen Bühne und blieb neugierig.", name: "" },
      "en-US": { biography: "", name: "" },
    }),
    movie_credits: { cast: [], crew: [] },
    tv_credits: { cast: [], crew: [] },
  };
  return overlaid(base, overrides);
}

/** A full `collection/{id}` body with two parts (movies 1 and 2) and images. */
export function collectionBody(overrides: Json = {}): Json {
  const { logos: _, ...images } = imagesPart({}, 701);
  const base = {
    id: 701,
    name: "The Lighthouse Collection",
    original_language: "en",
    original_name: "The Lighthouse Collection",
    overview: "Two films about one lamp.",
    poster_path: "/collection-poster.jpg",
    backdrop_path: "/collection-backdrop.jpg",
    parts: [
      movieItem({ id: 1 }),
      movieItem({ id: 2, title: "The Second Letter", release_date: "2026-03-06" }),
    ],
    images,
    translations: translationsPart({
      "fr-FR": { title: "La Saga du phare", overview: "Deux films, une lampe.", homepage: "" },
    }),
  };
  return overlaid(base, overrides);
}

/** A full `company/{id}` body with one logo. */
export function companyBody(overrides: Json = {}): Json {
  const id = idIn(overrides, 801);
  const {
    iso_3166_1: _,
    iso_639_1: _language,
    ...logo
  } = imageRow(`company-${id}`, {
    aspect_ratio: 2.5,
    file_path: `/company-${id}.png`,
  });
  const base = {
    description: "",
    headquarters: "Portland, Oregon",
    homepage: "https://tallwindow.example/",
    id,
    logo_path: `/company-${id}.png`,
    name: "Tall Window Pictures",
    origin_country: "US",
    parent_company: null,
    images: { logos: [{ ...logo, id: hexId(10, id), file_type: ".png" }] },
  };
  return overlaid(base, overrides);
}

/** A page of `trending/movie/day` with these ids in this order, or an envelope of your own rows. */
export function trendingBody(
  kind: "movie" | "tv",
  ids: readonly number[],
  overrides: Json = {},
): Json {
  const item = kind === "movie" ? movieItem : seriesItem;
  const results = ids.map((id) => item({ id }));
  return listPart(results, overrides);
}
