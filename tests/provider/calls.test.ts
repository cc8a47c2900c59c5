import { describe, expect, test } from "bun:test";
import { fetchCollection, readCollection } from "~/provider/collection";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import { fetchMovie } from "~/provider/movie";
import { fetchPerson, readPerson } from "~/provider/person";
import { Warnings } from "~/provider/reading/warnings";
import { fetchSeason } from "~/provider/season";
import { fetchSeries } from "~/provider/series";
import { fetchTrending, readTrending } from "~/provider/trending";

describe("readPerson", () => {
  test("M34: reads a person with ids elsewhere and images", () => {
    const warnings = new Warnings();

    const person = readPerson(
      {
        adult: false,
        also_known_as: ["M. Voss", ""],
        biography: "",
        birthday: "1970-01-31",
        deathday: null,
        gender: 3,
        homepage: null,
        id: 1,
        imdb_id: "nm0000001",
        known_for_department: "Acting",
        name: "Mara Voss",
        place_of_birth: "A harbor town",
        popularity: 0,
        profile_path: "/p1.jpg",
        external_ids: { imdb_id: null, tiktok_id: "mara", youtube_id: "" },
        images: { profiles: [{ file_path: "/p1.jpg", width: 400, height: 600 }] },
      },
      1,
      warnings,
    );

    expect(warnings.list()).toEqual([]);
    expect(person).toEqual({
      external_id: 1,
      name: "Mara Voss",
      known_for_department: "Acting",
      popularity: 0,
      gender: 3,
      also_known_as: ["M. Voss"],
      biography: null,
      birthday: "1970-01-31",
      deathday: null,
      place_of_birth: "A harbor town",
      profile_path: "/p1.jpg",
      homepage: null,
      adult: false,
      external_ids: { imdb: "nm0000001", tiktok: "mara" },
      images: {
        posters: null,
        backdrops: null,
        logos: null,
        profiles: [
          {
            file_path: "/p1.jpg",
            language: null,
            country: null,
            width: 400,
            height: 600,
            aspect_ratio: null,
            vote_average: null,
            vote_count: null,
          },
        ],
      },
      translations: null,
    });
  });
});

describe("readCollection", () => {
  test("M36: reads the parts in the provider's order", () => {
    const parts = [
      { id: 2, title: "Second", release_date: "1980-05-20" },
      { id: 1, title: "First", release_date: "1977-05-25", media_type: "movie" },
      { id: 3, title: "Third", release_date: "" },
    ];

    const body = { id: 10, name: "Harbor Collection", overview: "", parts };

    expect(readCollection(body, 10, new Warnings())).toEqual({
      external_id: 10,
      name: "Harbor Collection",
      overview: null,
      poster_path: null,
      backdrop_path: null,
      parts: [
        { external_id: 2, title: "Second", release_date: "1980-05-20" },
        { external_id: 1, title: "First", release_date: "1977-05-25" },
        { external_id: 3, title: "Third", release_date: null },
      ],
      images: null,
      translations: null,
    });
  });
});

describe("readTrending", () => {
  test("M43, M135: ranks stay the provider's when an item is left out, and a title counts once", () => {
    const results = [
      { id: 5, name: "One", media_type: "tv" },
      null,
      { id: 6, title: "A movie", media_type: "movie" },
      { id: 5, name: "One again", media_type: "tv" },
      { id: 7, name: "Five" },
    ];

    expect(readTrending({ results }, "series", new Warnings())).toEqual([
      { rank: 1, external_id: 5, title: "One" },
      { rank: 5, external_id: 7, title: "Five" },
    ]);
  });

  test.each([{}, { results: null }, { results: [] }, { results: [{}] }])(
    "M135: %j is provider_payload_invalid, so that the old list stays",
    (body) => {
      expect(() => readTrending(body, "movie", new Warnings())).toThrow("holds no title");
    },
  );
});

describe("the calls", () => {
  test("M138: each thing is one call with its parts appended", async () => {
    const provider = openProvider({
      base_url: "http://inside.invalid/3",
      token: undefined,
      timeout_ms: 1000,
      pace: freePace,
      fetch: async () => Response.json({}),
    });

    const answers = await Promise.all([
      fetchMovie(provider, 603),
      fetchSeries(provider, 1399),
      fetchSeason(provider, 1399, 0),
      fetchCollection(provider, 10),
      fetchPerson(provider, 1),
      fetchTrending(provider, "series", "day"),
    ]);

    expect(answers.map(({ endpoint }) => endpoint)).toEqual([
      "/movie/603?append_to_response=alternative_titles,credits,external_ids,images,keywords,recommendations,release_dates,translations,videos,watch/providers",
      "/tv/1399?append_to_response=aggregate_credits,alternative_titles,content_ratings,credits,external_ids,images,keywords,translations,videos,watch/providers",
      "/tv/1399/season/0?append_to_response=images,translations",
      "/collection/10?append_to_response=images,translations",
      "/person/1?append_to_response=external_ids,images,translations",
      "/trending/tv/day",
    ]);
  });
});
