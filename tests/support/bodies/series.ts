import { hexId, idIn, type Json, overlaid } from "./overrides";
import {
  aggregateCreditsPart,
  castRow,
  contentRatingsPart,
  creditsPart,
  crewRow,
  imagesPart,
  listPart,
  seasonTranslations,
  seriesTranslations,
  videosPart,
  watchProvidersPart,
  withoutCastId,
} from "./parts";

const network = { id: 851, logo_path: "/network.png", name: "Channel Quiet", origin_country: "US" };

/** A series as lists and recommendations show it. */
export function seriesItem(overrides: Json = {}): Json {
  const base = {
    adult: false,
    backdrop_path: "/item-backdrop.jpg",
    id: 1,
    name: "Harbour Street",
    original_name: "Harbour Street",
    overview: "Neighbours share one wall and too many secrets.",
    poster_path: "/item-poster.jpg",
    media_type: "tv",
    original_language: "en",
    genre_ids: [18],
    popularity: 8.5,
    first_air_date: "2024-09-01",
    softcore: false,
    vote_average: 7.5,
    vote_count: 80,
    origin_country: ["US"],
  };
  return overlaid(base, overrides);
}

/** An entry of a series' `seasons[]`. */
export function seasonItem(seriesId: number, seasonNumber: number, overrides: Json = {}): Json {
  const base = {
    air_date: `${2023 + seasonNumber}-09-01`,
    episode_count: 2,
    id: (seriesId % 2_000_000) * 1000 + seasonNumber,
    name: seasonNumber === 0 ? "Specials" : `Season ${seasonNumber}`,
    overview: "",
    poster_path: `/season-${seasonNumber}.jpg`,
    season_number: seasonNumber,
    vote_average: 7.1,
  };
  return overlaid(base, overrides);
}

/** An episode as a season lists it, with a director, a guest star and every field filled. */
export function episodeBody(
  seriesId: number,
  seasonNumber: number,
  episodeNumber: number,
  overrides: Json = {},
): Json {
  const { cast_id: _, ...guest } = castRow(0, { id: 551 });
  const base = {
    air_date: new Date(Date.UTC(2023 + seasonNumber, 8, episodeNumber)).toISOString().slice(0, 10),
    episode_number: episodeNumber,
    episode_type: "standard",
    id: (seriesId % 20_000) * 100_000 + seasonNumber * 1000 + episodeNumber,
    name: `Chapter ${episodeNumber}`,
    overview: `What happens in chapter ${episodeNumber}.`,
    production_code: "",
    runtime: 45,
    season_number: seasonNumber,
    show_id: seriesId,
    still_path: `/still-${seasonNumber}-${episodeNumber}.jpg`,
    vote_average: 7.4,
    vote_count: 12,
    crew: [
      crewRow("Director", "Directing", {
        credit_id: hexId(6, seriesId, seasonNumber * 1000 + episodeNumber),
      }),
    ],
    guest_stars: [{ ...guest, credit_id: hexId(7, seriesId, 551) }],
  };
  return overlaid(base, overrides);
}

/** A `tv/{id}/season/{n}` body with two episodes and its appendable parts. */
export function seasonBody(seriesId: number, seasonNumber: number, overrides: Json = {}): Json {
  const { episode_count: _, ...item } = seasonItem(seriesId, seasonNumber);
  const {
    backdrops: _backdrops,
    logos: _logos,
    ...images
  } = imagesPart({}, seriesId * 1000 + seasonNumber);
  const base = {
    _id: hexId(8, seriesId, seasonNumber),
    ...item,
    episodes: [episodeBody(seriesId, seasonNumber, 1), episodeBody(seriesId, seasonNumber, 2)],
    networks: [network],
    aggregate_credits: aggregateCreditsPart({}, seriesId),
    credits: withoutCastId(creditsPart({}, seriesId)),
    external_ids: {
      freebase_mid: null,
      freebase_id: null,
      tvdb_id: null,
      tvrage_id: null,
      wikidata_id: "",
    },
    images,
    translations: seasonTranslations(seasonNumber),
    videos: { results: [] },
    "watch/providers": { results: {} },
  };
  return overlaid(base, overrides);
}

/**
 * A full `tv/{id}` body: two seasons beside the specials, a creator, a network, every appendable
 * part. `seasons` and the last episode follow the `id` given: `seriesBody({ id: 1399 })`.
 */
export function seriesBody(overrides: Json = {}): Json {
  const id = idIn(overrides, 1);
  return overlaid({ ...seriesFields(id), ...seriesParts(id) }, overrides);
}

/** A series about which the provider knows nothing: every optional field null, "", 0 or []. */
export function bareSeriesBody(overrides: Json = {}): Json {
  const id = idIn(overrides, 1);
  const base = { ...seriesFields(id), ...emptyFields(), ...emptyParts() };
  return overlaid(base, overrides);
}

function seriesFields(id: number): Json {
  const { crew: _, guest_stars: _guests, ...last } = episodeBody(id, 2, 2);
  const { crew: _crew, guest_stars: _stars, ...next } = episodeBody(id, 2, 3);
  const { genre_ids: _genres, media_type: _type, ...item } = seriesItem({ id });
  return {
    ...item,
    created_by: [
      {
        id: 651,
        credit_id: hexId(9, id),
        name: "Creator 651",
        original_name: "Creator 651",
        gender: 1,
        profile_path: "/person-651.jpg",
      },
    ],
    episode_run_time: [45],
    genres: [{ id: 18, name: "Drama" }],
    homepage: "https://harbour.example/",
    in_production: true,
    languages: ["en"],
    last_air_date: "2025-09-02",
    last_episode_to_air: last,
    next_episode_to_air: { ...next, runtime: null, still_path: null },
    networks: [network],
    number_of_episodes: 4,
    number_of_seasons: 2,
    production_companies: [
      {
        id: 801,
        logo_path: "/company-801.png",
        name: "Tall Window Pictures",
        origin_country: "US",
      },
    ],
    production_countries: [{ iso_3166_1: "US", name: "United States of America" }],
    seasons: [seasonItem(id, 0), seasonItem(id, 1), seasonItem(id, 2)],
    spoken_languages: [{ english_name: "English", iso_639_1: "en", name: "English" }],
    status: "Returning Series",
    tagline: "Walls have neighbours.",
    type: "Scripted",
  };
}

function seriesParts(id: number): Json {
  return {
    aggregate_credits: aggregateCreditsPart({}, id),
    alternative_titles: { results: [{ iso_3166_1: "DE", title: "Die Hafenstraße", type: "" }] },
    content_ratings: contentRatingsPart(),
    credits: withoutCastId(creditsPart({}, id)),
    external_ids: {
      imdb_id: `tt2${String(id).padStart(7, "0")}`,
      freebase_mid: null,
      freebase_id: null,
      tvdb_id: id,
      tvrage_id: null,
      wikidata_id: `Q2${id}`,
      facebook_id: "",
      instagram_id: "harbourstreet",
      twitter_id: null,
    },
    images: imagesPart({}, id),
    keywords: { results: [{ id: 902, name: "neighbours" }] },
    recommendations: listPart([seriesItem({ id: 2, name: "Harbour Street, Number Two" })]),
    translations: seriesTranslations,
    videos: videosPart({}, id),
    "watch/providers": watchProvidersPart(),
  };
}

function emptyFields(): Json {
  return {
    backdrop_path: null,
    created_by: [],
    episode_run_time: [],
    first_air_date: "",
    genres: [],
    homepage: "",
    in_production: false,
    languages: [],
    last_air_date: null,
    last_episode_to_air: null,
    networks: [],
    number_of_episodes: 0,
    number_of_seasons: 0,
    origin_country: [],
    overview: "",
    popularity: 0,
    poster_path: null,
    production_companies: [],
    production_countries: [],
    seasons: [],
    spoken_languages: [],
    status: "Planned",
    tagline: "",
    vote_average: 0,
    vote_count: 0,
  };
}

function emptyParts(): Json {
  return {
    aggregate_credits: { cast: [], crew: [] },
    alternative_titles: { results: [] },
    content_ratings: { results: [] },
    credits: { cast: [], crew: [] },
    external_ids: { imdb_id: null, tvdb_id: null, wikidata_id: "" },
    images: { backdrops: [], logos: [], posters: [] },
    keywords: { results: [] },
    recommendations: listPart([]),
    translations: { translations: [] },
    videos: { results: [] },
    "watch/providers": { results: {} },
  };
}
