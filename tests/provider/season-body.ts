import { episode, person } from "./body-parts";

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
