import { describe, expect, test } from "bun:test";
import { Warnings } from "~/provider/reading/warnings";
import { readSeason } from "~/provider/season";
import { person } from "./expected";
import { fullSeason } from "./season-body";

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
      images: null,
      translations: null,
      localized_episodes: [],
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
