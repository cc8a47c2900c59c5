import { person, title } from "./body-parts";

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
