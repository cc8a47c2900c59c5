/** Bodies in the provider's format with every part that is read; names and texts are made up. */

const person = (id: number, name: string) => ({
  adult: false,
  gender: 1,
  id,
  known_for_department: "Acting",
  name,
  original_name: name,
  popularity: 3.25,
  profile_path: `/p${id}.jpg`,
});

const image = (file_path: string, iso_639_1: string | null) => ({
  aspect_ratio: 0.667,
  height: 1500,
  iso_639_1,
  iso_3166_1: iso_639_1 && "US",
  file_path,
  vote_average: 5.3,
  vote_count: 3,
  width: 1000,
});

const watch = (provider_id: number, provider_name: string) => ({
  display_priority: 0,
  logo_path: `/w${provider_id}.png`,
  provider_id,
  provider_name,
});

const title = {
  adult: false,
  backdrop_path: "/back.jpg",
  genres: [{ id: 18, name: "Drama" }],
  homepage: "https://harbor.example/light",
  original_language: "en",
  origin_country: ["US"],
  overview: "A keeper refuses to leave the last lighthouse.",
  popularity: 41.7,
  poster_path: "/poster.jpg",
  production_companies: [
    { id: 711, logo_path: "/c711.png", name: "Pier Films", origin_country: "US" },
  ],
  production_countries: [{ iso_3166_1: "US", name: "United States of America" }],
  softcore: false,
  spoken_languages: [{ english_name: "English", iso_639_1: "en", name: "English" }],
  tagline: "Somebody keeps it burning.",
  vote_average: 7.4,
  vote_count: 318,
  images: {
    backdrops: [image("/back.jpg", null)],
    logos: [image("/logo.png", "en")],
    posters: [image("/poster.jpg", "en")],
  },
  videos: {
    results: [
      {
        iso_639_1: "en",
        iso_3166_1: "US",
        name: "Trailer",
        key: "aB3dEfGhIjK",
        published_at: "2024-03-01T16:00:09.000Z",
        site: "YouTube",
        size: 1080,
        type: "Trailer",
        official: true,
        id: "65e1f0c0a1b2c3d4e5f60001",
      },
    ],
  },
  "watch/providers": {
    results: {
      DE: { link: "https://provider.example/watch?locale=DE", flatrate: [watch(8, "Streamly")] },
      XK: {
        link: "https://provider.example/watch?locale=XK",
        rent: [watch(2, "Rental")],
        buy: [watch(2, "Rental")],
      },
    },
  },
};

/** A movie with the nine parts appended. */
export const fullMovie = (): Record<string, unknown> =>
  structuredClone({
    ...title,
    belongs_to_collection: {
      id: 420,
      name: "Harbor Collection",
      poster_path: "/cp.jpg",
      backdrop_path: "/cb.jpg",
    },
    budget: 12_000_000,
    id: 603,
    imdb_id: "tt1234567",
    original_title: "Harbor Light",
    release_date: "2024-05-17",
    revenue: 3_000_000_000,
    runtime: 112,
    status: "Released",
    title: "Harbor Light",
    video: false,
    alternative_titles: { titles: [{ iso_3166_1: "DE", title: "Hafenlicht", type: "" }] },
    credits: {
      cast: [
        { ...person(1, "Mara Voss"), cast_id: 4, character: "Keeper", credit_id: "c1", order: 0 },
        { ...person(2, "Ian Roe"), cast_id: 5, character: "", credit_id: "c2", order: 1 },
      ],
      crew: [
        { ...person(3, "Ada Lind"), credit_id: "c3", department: "Directing", job: "Director" },
      ],
    },
    external_ids: {
      imdb_id: "tt1234567",
      wikidata_id: "Q42",
      facebook_id: null,
      instagram_id: "",
      twitter_id: "harbor",
    },
    keywords: { keywords: [{ id: 99, name: "lighthouse" }] },
    recommendations: {
      page: 1,
      results: [
        { id: 604, media_type: "movie", title: "Harbor Night" },
        { id: 605, media_type: "movie", title: "Low Tide" },
      ],
      total_pages: 1,
      total_results: 2,
    },
    release_dates: {
      results: [
        {
          iso_3166_1: "US",
          release_dates: [
            {
              certification: "R ",
              descriptors: [],
              iso_639_1: "",
              note: "",
              release_date: "2024-05-17T00:00:00.000Z",
              type: 3,
            },
            {
              certification: "",
              descriptors: [],
              iso_639_1: "en",
              note: "re-release",
              release_date: "2026-05-17T00:00:00.000Z",
              type: 3,
            },
          ],
        },
      ],
    },
  });

const episode = {
  air_date: "2023-02-05",
  episode_number: 1,
  episode_type: "finale",
  id: 9001,
  name: "Low Water",
  overview: "The lamp goes out.",
  production_code: "101",
  runtime: 48,
  season_number: 1,
  show_id: 1399,
  still_path: "/still.jpg",
  vote_average: 8.1,
  vote_count: 12,
};

/** A series with the nine parts appended. */
export const fullSeries = (): Record<string, unknown> =>
  structuredClone({
    ...title,
    created_by: [
      {
        id: 5,
        credit_id: "k1",
        name: "Uma Kerr",
        original_name: "Uma Kerr",
        gender: 1,
        profile_path: null,
      },
    ],
    episode_run_time: [],
    first_air_date: "2023-02-05",
    id: 1399,
    in_production: true,
    languages: ["en"],
    last_air_date: "2024-04-01",
    last_episode_to_air: episode,
    name: "Harbor Watch",
    networks: [{ id: 49, logo_path: null, name: "Coast One", origin_country: "" }],
    next_episode_to_air: null,
    number_of_episodes: 9,
    number_of_seasons: 1,
    original_name: "Harbor Watch",
    seasons: [
      {
        air_date: null,
        episode_count: 1,
        id: 70,
        name: "Specials",
        overview: "",
        poster_path: null,
        season_number: 0,
        vote_average: 0,
      },
      {
        air_date: "2023-02-05",
        episode_count: 8,
        id: 71,
        name: "Season 1",
        overview: "The first.",
        poster_path: "/s1.jpg",
        season_number: 1,
        vote_average: 7.5,
      },
    ],
    status: "Returning Series",
    type: "Scripted",
    aggregate_credits: {
      cast: [
        {
          ...person(1, "Mara Voss"),
          order: 0,
          roles: [
            { credit_id: "r1", character: "Keeper", episode_count: 8 },
            { credit_id: "r2", character: "Twin", episode_count: 1 },
          ],
          total_episode_count: 9,
        },
      ],
      crew: [
        {
          ...person(3, "Ada Lind"),
          department: "Writing",
          jobs: [{ credit_id: "j1", job: "Writer", episode_count: 4 }],
          total_episode_count: 4,
        },
      ],
    },
    alternative_titles: { results: [{ iso_3166_1: "DE", title: "Hafenwacht", type: "" }] },
    content_ratings: {
      results: [
        { descriptors: ["Violence"], iso_3166_1: "ES", rating: "16" },
        { descriptors: [], iso_3166_1: "ES", rating: "18" },
      ],
    },
    credits: {
      cast: [{ ...person(1, "Mara Voss"), character: "Keeper", credit_id: "r1", order: 0 }],
      crew: [],
    },
    external_ids: {
      imdb_id: "tt7654321",
      freebase_mid: "/m/1",
      tvdb_id: 121361,
      tvrage_id: null,
      wikidata_id: "Q43",
    },
    keywords: { results: [{ id: 99, name: "lighthouse" }] },
  });

/** Season 1 of the series: two guests, one of them without a public id. */
export const fullSeason = (): Record<string, unknown> =>
  structuredClone({
    _id: "65e1f0c0a1b2c3d4e5f60009",
    air_date: "2023-02-05",
    episodes: [
      {
        ...episode,
        crew: [
          { ...person(3, "Ada Lind"), credit_id: "e1", department: "Directing", job: "Director" },
        ],
        guest_stars: [
          { ...person(8, "Guest Gill"), character: "Pilot", credit_id: "e2", order: 500 },
          {
            person_id: "65e1f0c0a1b2c3d4e5f60010",
            episode_count: 1,
            character: "Cook",
            credit_id: "e3",
            order: 501,
          },
        ],
      },
    ],
    id: 71,
    name: "Season 1",
    networks: [],
    overview: "The first.",
    poster_path: "/s1.jpg",
    season_number: 1,
    vote_average: 7.5,
  });
