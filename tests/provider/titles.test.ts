import { describe, expect, test } from "bun:test";
import { ProviderError } from "~/provider/http/errors";
import { readMovie } from "~/provider/movie";
import { Warnings } from "~/provider/reading/warnings";
import { readSeason } from "~/provider/season";
import { readSeries } from "~/provider/series";
import { fullMovie, fullSeason, fullSeries } from "./bodies";

const person = (external_id: number, name: string) => ({
  external_id,
  name,
  known_for_department: "Acting",
  popularity: 3.25,
  gender: 1,
  profile_path: `/p${external_id}.jpg`,
  adult: false,
});

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read();
  } catch (error) {
    if (error instanceof ProviderError) return error.code;
    throw error;
  }
  return undefined;
};

describe("readMovie", () => {
  test('M18, M40: reads every part in our words; "" is null, zeros and empty lists stay', () => {
    const warnings = new Warnings();

    const movie = readMovie({ ...fullMovie(), budget: 0, spoken_languages: [] }, 603, warnings);

    expect(warnings.list()).toEqual([]);
    expect(movie).toMatchObject({
      external_id: 603,
      title: "Harbor Light",
      budget: 0,
      revenue: 3_000_000_000,
      spoken_languages: [],
      genres: [{ external_id: 18, name: "Drama" }],
      keywords: [{ external_id: 99, name: "lighthouse" }],
      collection: {
        external_id: 420,
        name: "Harbor Collection",
        poster_path: "/cp.jpg",
        backdrop_path: "/cb.jpg",
      },
      companies: [{ external_id: 711, name: "Pier Films", country: "US", logo_path: "/c711.png" }],
      alternate_titles: [{ title: "Hafenlicht", country_code: "DE", type: null }],
      external_ids: { imdb: "tt1234567", wikidata: "Q42", twitter: "harbor" },
      recommendations: [604, 605],
      release_dates: [
        {
          region: "US",
          type: 3,
          release_date: "2024-05-17",
          certification: "R",
          note: null,
          language: null,
        },
        {
          region: "US",
          type: 3,
          release_date: "2026-05-17",
          certification: null,
          note: "re-release",
          language: "en",
        },
      ],
      credits: {
        cast: [
          {
            credit_id: "c1",
            person: person(1, "Mara Voss"),
            character: "Keeper",
            order: 0,
            episode_count: null,
          },
          {
            credit_id: "c2",
            person: person(2, "Ian Roe"),
            character: null,
            order: 1,
            episode_count: null,
          },
        ],
        crew: [
          {
            credit_id: "c3",
            person: person(3, "Ada Lind"),
            department: "Directing",
            job: "Director",
            episode_count: null,
          },
        ],
      },
      offerings: [
        {
          country: "DE",
          link: "https://provider.example/watch?locale=DE",
          offers: [
            {
              monetization: "flatrate",
              external_id: 8,
              name: "Streamly",
              logo_path: "/w8.png",
              display_priority: 0,
            },
          ],
        },
        {
          country: "XK",
          link: "https://provider.example/watch?locale=XK",
          offers: [
            {
              monetization: "rent",
              external_id: 2,
              name: "Rental",
              logo_path: "/w2.png",
              display_priority: 0,
            },
            {
              monetization: "buy",
              external_id: 2,
              name: "Rental",
              logo_path: "/w2.png",
              display_priority: 0,
            },
          ],
        },
      ],
    });
  });

  test("a part that the body does not have is null, not an empty list", () => {
    const movie = readMovie({ id: 1, title: "Bare" }, 1, new Warnings());

    const { external_id, title, ...rest } = movie;
    expect([external_id, title]).toEqual([1, "Bare"]);
    expect(Object.values(rest)).toEqual(Object.values(rest).map(() => null));
  });

  test("F22: an answer about another id keeps the id asked for and warns", () => {
    const warnings = new Warnings();

    expect(readMovie({ ...fullMovie(), id: 99 }, 603, warnings).external_id).toBe(603);
    expect(warnings.list()).toEqual(["id: the answer is about 99, not 603"]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["{}", {}],
    ["an error object", { success: false, status_code: 34, status_message: "gone" }],
    ["no title", { id: 603 }],
    ["a blank title", { id: 603, title: " " }],
    ["an id as text", { id: "603", title: "Harbor Light" }],
  ])("F20: %s is provider_payload_invalid", (_, body) => {
    expect(codeOf(() => readMovie(body, 603, new Warnings()))).toBe("provider_payload_invalid");
  });
});

describe("readSeries", () => {
  test("M30, M99: gives one row for each role and job, and the creators from their own list", () => {
    const warnings = new Warnings();

    const series = readSeries(fullSeries(), 1399, warnings);

    expect(warnings.list()).toEqual([]);
    expect(series).toMatchObject({
      title: "Harbor Watch",
      series_type: "Scripted",
      in_production: true,
      networks: [{ external_id: 49, name: "Coast One", country: null, logo_path: null }],
      external_ids: { imdb: "tt7654321", wikidata: "Q43", tvdb: 121361 },
      content_ratings: [
        { country: "ES", rating: "16", descriptors: ["Violence"] },
        { country: "ES", rating: "18", descriptors: [] },
      ],
      credits: {
        cast: [
          {
            credit_id: "r1",
            person: person(1, "Mara Voss"),
            character: "Keeper",
            order: 0,
            episode_count: 8,
          },
          {
            credit_id: "r2",
            person: person(1, "Mara Voss"),
            character: "Twin",
            order: 0,
            episode_count: 1,
          },
        ],
        crew: [
          {
            credit_id: "j1",
            person: person(3, "Ada Lind"),
            department: "Writing",
            job: "Writer",
            episode_count: 4,
          },
        ],
      },
      creators: [
        {
          credit_id: "k1",
          person: {
            external_id: 5,
            name: "Uma Kerr",
            known_for_department: null,
            popularity: null,
            gender: 1,
            profile_path: null,
            adult: null,
          },
        },
      ],
      seasons: [
        { season_number: 0, title: "Specials", overview: null, air_date: null, vote_average: 0 },
        { season_number: 1, title: "Season 1", episode_count: 8 },
      ],
      last_episode: { season_number: 1, episode_number: 1, title: "Low Water" },
      next_episode: null,
    });
  });

  test("M99: without aggregated credits the regulars stand in", () => {
    const { aggregate_credits: _, ...body } = fullSeries();

    expect(readSeries(body, 1399, new Warnings()).credits).toMatchObject({
      cast: [{ credit_id: "r1", character: "Keeper", episode_count: null }],
      crew: [],
    });
  });
});

describe("readSeason", () => {
  test("M33, M34: reads episodes with guests and crew and skips a credit without a person id", () => {
    const warnings = new Warnings();

    const season = readSeason(
      fullSeason(),
      { series_external_id: 1399, season_number: 1 },
      warnings,
    );

    expect(warnings.list()).toEqual([
      "episodes[0].guest_stars[1]: the person has no public id; it was left out",
    ]);
    expect(warnings.incomplete_parts.size).toBe(0);
    expect(season).toEqual({
      series_external_id: 1399,
      season_number: 1,
      external_id: 71,
      title: "Season 1",
      overview: "The first.",
      air_date: "2023-02-05",
      poster_path: "/s1.jpg",
      vote_average: 7.5,
      episodes: [
        {
          external_id: 9001,
          season_number: 1,
          episode_number: 1,
          title: "Low Water",
          overview: "The lamp goes out.",
          air_date: "2023-02-05",
          runtime: 48,
          still_path: "/still.jpg",
          episode_type: "finale",
          production_code: "101",
          vote_average: 8.1,
          vote_count: 12,
          guest_stars: [
            {
              credit_id: "e2",
              person: person(8, "Guest Gill"),
              character: "Pilot",
              order: 500,
              episode_count: null,
            },
          ],
          crew: [
            {
              credit_id: "e1",
              person: person(3, "Ada Lind"),
              department: "Directing",
              job: "Director",
              episode_count: null,
            },
          ],
        },
      ],
    });
  });

  test("F22: an answer about another season keeps the number asked for and warns", () => {
    const warnings = new Warnings();

    const season = readSeason(
      { id: 1, season_number: 4 },
      { series_external_id: 1399, season_number: 0 },
      warnings,
    );

    expect([season.season_number, season.episodes]).toEqual([0, null]);
    expect(warnings.list()).toEqual(["season_number: the answer is about season 4, not 0"]);
  });
});
