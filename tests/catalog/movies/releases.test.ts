import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as schema from "~/db/schema";
import type { ReleaseType } from "~/vocabulary";
import { type Page, refusal, type TestCatalog, testCatalog } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenMoment, givenMovie } from "../rows";
import { movieSummary } from "../summaries";

type Release = { region_release_date: string; is_rerelease: boolean; id: string };
type Body = Page<Release> & { region: string; dates: { minimum: string; maximum: string } };

let catalog: TestCatalog;
let now = new Date("2026-11-21T12:00:00Z");

async function given(n: number, movie: object, dates: [string, string, ReleaseType?][]) {
  await givenMovie(catalog.db, n, movie);
  await catalog.db.insert(schema.release_dates).values(
    dates.map(([region, release_date, release_type = "theatrical"], position) => ({
      movie_id: uuid(n),
      region,
      position,
      release_type,
      is_limited: position === 0,
      release_date,
    })),
  );
}

beforeAll(async () => {
  catalog = await testCatalog({ now: () => now });
  await given(1, { popularity: 5 }, [
    ["US", "2026-11-06"],
    ["US", "2026-11-20"],
    ["DE", "2026-11-07"],
  ]);
  await given(2, { popularity: 9 }, [
    ["US", "2001-03-02"],
    ["US", "2026-10-10"],
  ]);
  await given(3, {}, [["US", "2026-11-27"]]);
  await given(4, { popularity: 7 }, [["US", "2026-11-10", "digital"]]);
  await given(5, { popularity: 8 }, [["DE", "2026-11-10"]]);
  await given(6, { popularity: 8, adult: true }, [["US", "2026-11-10"]]);
  await given(7, { popularity: 1 }, [
    ["US", "2026-11-28"],
    ["US", "2025-11-28"],
  ]);
  await given(8, { popularity: 2 }, [
    ["US", "2026-11-28"],
    ["US", "2025-11-27"],
  ]);
  await given(9, { popularity: 3 }, [["US", "2027-01-20"]]);
  await given(10, { popularity: 3 }, [["US", "2027-01-21"]]);
  await given(11, { popularity: 2 }, [["US", "2026-10-09"]]);
  await givenMoment(catalog.db);
});
afterAll(() => catalog[Symbol.asyncDispose]());

const get = async (path: string) => (await catalog.get<Body>(path)).body;
const numbers = ({ results }: Body) => results.map(({ id }) => Number.parseInt(id.slice(-6), 16));

describe("GET /movies/now-playing", () => {
  test("M83 X9 X10: theatrical releases of the region around today, each movie once, the most popular first", async () => {
    expect(await catalog.get("/movies/now-playing")).toEqual({
      status: 200,
      statements: 1,
      ignored: undefined,
      body: {
        page: 1,
        page_size: 20,
        total_results: 3,
        total_pages: 1,
        region: "US",
        dates: { minimum: "2026-10-10", maximum: "2026-11-27" },
        results: [
          {
            ...movieSummary(2),
            popularity: 9,
            region_release_date: "2026-10-10",
            is_rerelease: true,
          },
          {
            ...movieSummary(1),
            popularity: 5,
            region_release_date: "2026-11-06",
            is_rerelease: false,
          },
          { ...movieSummary(3), region_release_date: "2026-11-27", is_rerelease: false },
        ],
      },
    });
  });

  test("M83 B81 B82: only rows of the region asked for count, in either case", async () => {
    for (const region of ["DE", "de", "dE"]) {
      const body = await get(`/movies/now-playing?region=${region}`);
      expect([body.region, numbers(body)]).toEqual(["DE", [5, 1]]);
    }
    const nowhere = await get("/movies/now-playing?region=ZZ");
    expect(nowhere).toMatchObject({ total_results: 0, total_pages: 0, region: "ZZ", results: [] });
  });

  test("M66 M84 M90: totals stay past the end, re-releases can be left out, adult movies asked for", async () => {
    expect(await get("/movies/now-playing?page=2&page_size=2")).toMatchObject({
      total_results: 3,
      results: [{ id: publicId("movie", 3) }],
    });
    expect(await get("/movies/now-playing?page=5")).toMatchObject({
      total_results: 3,
      results: [],
    });
    const fresh = await get("/movies/now-playing?exclude_rereleases=true");
    expect([fresh.total_results, numbers(fresh)]).toEqual([2, [1, 3]]);
    const all = await get("/movies/now-playing?include_adult=true");
    expect([all.total_results, numbers(all)]).toEqual([4, [2, 6, 1, 3]]);
  });
});

describe("GET /movies/upcoming", () => {
  test("M84: theatrical releases from tomorrow on, the next first, then the most popular", async () => {
    const body = await get("/movies/upcoming");
    expect(body.dates).toEqual({ minimum: "2026-11-22", maximum: "2027-01-20" });
    expect(
      body.results.map(({ id, region_release_date, is_rerelease }) => [
        id,
        region_release_date,
        is_rerelease,
      ]),
    ).toEqual([
      [publicId("movie", 3), "2026-11-27", false],
      [publicId("movie", 8), "2026-11-28", true],
      [publicId("movie", 7), "2026-11-28", false],
      [publicId("movie", 9), "2027-01-20", false],
    ]);
  });

  test("M84: exclude_rereleases leaves out what the region saw more than a year before", async () => {
    expect(numbers(await get("/movies/upcoming?exclude_rereleases=true"))).toEqual([3, 7, 9]);
  });
});

test("M83 M149 B77 B78 B79 B80: a region that is not two letters is refused without a statement", async () => {
  for (const path of ["/movies/now-playing", "/movies/upcoming"]) {
    for (const region of ["USA", "U1", "%EF%BC%B5%EF%BC%B3", ""]) {
      expect(await refusal(catalog, `${path}?region=${region}`)).toEqual({
        status: 422,
        code: "invalid_filter",
        fields: ["region"],
        statements: 0,
      });
    }
    expect(await refusal(catalog, `${path}?exclude_rereleases=1`)).toMatchObject({
      status: 422,
      code: "validation_error",
    });
  }
});

test("M85 B83 B84 B85: the window turns at midnight UTC and knows leap days", async () => {
  const datesAt = async (moment: string, list: string) => {
    now = new Date(moment);
    return (await get(`/movies/${list}`)).dates;
  };
  const before = "2026-11-21T23:59:59.999Z";
  const midnight = "2026-11-22T00:00:00.000Z";
  expect([
    await datesAt(before, "now-playing"),
    await datesAt(midnight, "now-playing"),
    await datesAt(before, "upcoming"),
    await datesAt(midnight, "upcoming"),
    await datesAt("2028-02-28T08:00:00Z", "upcoming"),
    await datesAt("2028-02-23T08:00:00Z", "now-playing"),
  ]).toEqual([
    { minimum: "2026-10-10", maximum: "2026-11-27" },
    { minimum: "2026-10-11", maximum: "2026-11-28" },
    { minimum: "2026-11-22", maximum: "2027-01-20" },
    { minimum: "2026-11-23", maximum: "2027-01-21" },
    { minimum: "2028-02-29", maximum: "2028-04-28" },
    { minimum: "2028-01-12", maximum: "2028-02-29" },
  ]);
  now = new Date("2026-11-21T12:00:00Z");
});

test("M85 B86: a server far from Greenwich answers the same", async () => {
  const zone = process.env.TZ;
  const expected = await get("/movies/now-playing");
  process.env.TZ = "Pacific/Kiritimati";
  try {
    expect(await get("/movies/now-playing")).toEqual(expected);
  } finally {
    process.env.TZ = zone ?? "UTC";
  }
});
