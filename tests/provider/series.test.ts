import { describe, expect, test } from "bun:test";
import { Warnings } from "~/provider/reading/warnings";
import { readSeries } from "~/provider/series";
import { person } from "./expected";
import { fullSeries } from "./series-body";

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
