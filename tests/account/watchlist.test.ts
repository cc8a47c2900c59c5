import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { publicId } from "../catalog/ids";
import { givenMovie, givenSeries } from "../catalog/rows";
import { codeOf } from "../support/client";
import { type AccountService, accountService } from "./service";

const movie = publicId("movie", 1);
const series = publicId("series", 2);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let service: AccountService;
beforeAll(async () => {
  service = await accountService();
  await givenMovie(service.db, 1);
  await givenSeries(service.db, 2);
});
afterAll(() => service[Symbol.asyncDispose]());

type Listed = { results: { added_at: string; movie: { id: string }; series: { id: string } }[] };
const put = (path: string, by: string) =>
  service.send<{ added_at: string }>("PUT", `${path}/watchlist`, undefined, by);
const remove = (path: string, by: string) =>
  service.send("DELETE", `${path}/watchlist`, undefined, by);
const list = async (kind: string, by: string) =>
  (await service.send<Listed>("GET", `/account/watchlist/${kind}`, undefined, by)).body.results;

describe("the watchlist", () => {
  test("M60: putting a title on it twice keeps the first date", async () => {
    const owner = await service.member("twice@example.org");
    const first = await put(`/movies/${movie}`, owner);
    const second = await put(`/movies/${movie}`, owner);

    expect([first.status, first.body as unknown]).toEqual([
      200,
      { entity_type: "movie", entity_id: movie, added_at: moment },
    ]);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await list("movies", owner)).toHaveLength(1);
  });

  test("M60: 100 times at once is once, with one date", async () => {
    const owner = await service.member("race@example.org");
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => put(`/series/${series}`, owner)),
    );

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await list("series", owner)).toHaveLength(1);
  });

  test("M60: DELETE answers 204 whether or not it was there, and it is gone", async () => {
    const owner = await service.member("gone@example.org");
    await put(`/series/${series}`, owner);
    const answers = [
      await remove(`/series/${series}`, owner),
      await remove(`/series/${series}`, owner),
    ];

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    expect(await list("series", owner)).toEqual([]);
  });

  test.each([
    ["movies", publicId("movie", 77), "movie_not_found"],
    ["movies", series, "movie_not_found"],
    ["series", publicId("series", 1), "series_not_found"],
    ["series", "1399", "series_not_found"],
  ])("M17: /%s/%s is not found, for PUT and DELETE", async (path, id, code) => {
    const owner = await service.member(`${crypto.randomUUID()}@example.org`);
    const answers = [await put(`/${path}/${id}`, owner), await remove(`/${path}/${id}`, owner)];

    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [404, code],
      [404, code],
    ]);
  });

  test("M61, M62: movies and series have a list each, newest first", async () => {
    const owner = await service.member("lists@example.org");
    for (const n of [11, 12, 13]) {
      await givenMovie(service.db, n);
      await put(`/movies/${publicId("movie", n)}`, owner);
    }
    await put(`/series/${series}`, owner);

    expect(await list("movies", owner)).toMatchObject(
      [13, 12, 11].map((n) => ({
        added_at: moment,
        movie: { id: publicId("movie", n), kind: "movie" },
      })),
    );
    expect(await list("series", owner)).toMatchObject([
      { added_at: moment, series: { id: series, kind: "series", title: "Series 2" } },
    ]);
  });
});
