import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { ratings } from "~/db/schema";
import { publicId, uuid } from "../catalog/ids";
import { givenMovie, givenSeries } from "../catalog/rows";
import { codeOf } from "../support/client";
import { type AccountService, accountService } from "./service";

const adult = publicId("movie", 2);
const series = publicId("series", 3);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let service: AccountService;
let token: string;
beforeAll(async () => {
  service = await accountService();
  const { db } = service;
  await givenMovie(db, 1);
  await givenMovie(db, 2, { adult: true });
  await givenSeries(db, 3);
  token = await service.member("mara@example.org");
});
afterAll(() => service[Symbol.asyncDispose]());

type Rating = { value: number; created_at: string; updated_at: string };
const rate = (path: string, body: unknown, by = token) =>
  service.send<Rating>("PUT", `${path}/rating`, body, by);

type Rated = {
  total_results: number;
  results: { value: number; rated_at: string; movie: { id: string }; series: { id: string } }[];
};
const list = (kind: string, by = token, query = "") =>
  service.send<Rated>("GET", `/account/ratings/${kind}${query}`, undefined, by);

describe("GET /account/ratings/{movies,series}", () => {
  test("M61, M62: items hold the value, when, and the title's summary", async () => {
    const owner = await service.member("items@example.org");
    await rate(`/movies/${adult}`, { value: 7.25 }, owner);
    await rate(`/series/${series}`, { value: 8 }, owner);
    const stored = await service.db.select().from(ratings);
    const movies = await list("movies", owner);
    const shows = await list("series", owner);

    expect(stored.length).toBeGreaterThan(1);
    expect(movies.body as unknown).toEqual({
      page: 1,
      page_size: 20,
      total_results: 1,
      total_pages: 1,
      results: [
        {
          value: 7.25,
          rated_at: moment,
          movie: {
            id: adult,
            kind: "movie",
            title: "Movie 2",
            original_title: null,
            original_language: null,
            overview: null,
            release_date: null,
            year: null,
            status: null,
            runtime: null,
            popularity: null,
            vote_average: null,
            vote_count: null,
            poster_path: null,
            backdrop_path: null,
            genres: [],
            adult: true,
            updated_at: "2026-11-20T06:00:04.120Z",
            removed_at: null,
          },
        },
      ],
    });
    expect(shows.body.results).toMatchObject([
      { value: 8, rated_at: moment, series: { id: series, kind: "series", title: "Series 3" } },
    ]);
  });

  test("M62, M66: pages are newest first, ties by id, with a true total past the end", async () => {
    const owner = await service.member("pages@example.org");
    const { db } = service;
    const numbers = Array.from({ length: 25 }, (_, n) => 100 + n);
    for (const n of numbers) await givenMovie(db, n);
    const user_id = sql`(select id from users where email = 'pages@example.org')`;
    await db.execute(sql`insert into ratings (user_id, title_id, value, updated_at)
      select ${user_id}, id, 5, '2026-01-01T00:00:00Z'::timestamptz + (external_id / 5) * interval '1 day'
      from titles where external_id between 100 and 124`);
    const pages = await Promise.all(
      ["?page_size=10", "?page_size=10&page=2", "?page_size=10&page=3", "?page=1000000"].map(
        (query) => list("movies", owner, query),
      ),
    );

    const newestFirst = numbers.toSorted((a, b) => Math.floor(b / 5) - Math.floor(a / 5) || a - b);
    expect(pages.flatMap(({ body }) => body.results.map((item) => item.movie.id))).toEqual(
      newestFirst.map((n) => publicId("movie", n)),
    );
    expect(pages.map(({ body }) => [body.results.length, body.total_results])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
      [0, 25],
    ]);
  });

  test("N69: a rated title that is removed stays in the list and says so; it can be rated and unrated", async () => {
    const owner = await service.member("removed@example.org");
    await givenMovie(service.db, 90);
    const movie = publicId("movie", 90);
    await rate(`/movies/${movie}`, { value: 7 }, owner);
    await service.db.execute(sql`update movies set removed_at = now() where id = ${uuid(90)}`);
    expect((await list("movies", owner)).body).toMatchObject({
      total_results: 1,
      results: [{ value: 7, movie: { id: movie, adult: false, removed_at: moment } }],
    });
    expect((await rate(`/movies/${movie}`, { value: 8 }, owner)).status).toBe(200);
    const unrated = await service.send("DELETE", `/movies/${movie}/rating`, undefined, owner);
    expect(unrated.status).toBe(204);
    expect((await list("movies", owner)).body.total_results).toBe(0);
  });

  test.each(["page=0", "page_size=51", "page_size=0", "page=1e3", "page=1&page=1"])(
    "M64, M65: ?%s is refused with 422",
    async (query) => {
      const answer = await list("movies", token, `?${query}`);
      expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
    },
  );
});
