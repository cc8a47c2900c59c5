import { episode, person, title } from "./body-parts";

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
