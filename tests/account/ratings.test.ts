import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { publicId, uuid } from "../catalog/ids";
import { givenMovie, givenSeries } from "../catalog/rows";
import { codeOf } from "../support/client";
import { type AccountService, accountService } from "./service";

const movie = publicId("movie", 1);
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
const unrate = (path: string, by = token) =>
  service.send("DELETE", `${path}/rating`, undefined, by);

type Rated = {
  total_results: number;
  results: { value: number; rated_at: string; movie: { id: string }; series: { id: string } }[];
};
const list = (kind: string, by = token, query = "") =>
  service.send<Rated>("GET", `/account/ratings/${kind}${query}`, undefined, by);
const values = async (by: string) =>
  (await list("movies", by)).body.results.map(({ value }) => value);

describe("PUT /movies/{id}/rating", () => {
  test.each([
    ["0.5", 0.5],
    ["10", 10],
    ["10.0", 10],
    ["7.25", 7.25],
    ["0.1e2", 10],
    ["8", 8],
    ["7.07", 7.07],
    ["9.99", 9.99],
    ["1.15", 1.15],
  ])("M46, M58, M59, B161: %s is kept and shown exactly", async (text, value) => {
    const owner = await service.member(`exact-${text}@example.org`);
    const answer = await rate(`/movies/${movie}`, `{"value":${text}}`, owner);

    expect([answer.status, answer.body]).toEqual([
      200,
      {
        entity_type: "movie",
        entity_id: movie,
        value,
        created_at: moment,
        updated_at: moment,
      } as never,
    ]);
    expect(answer.text).toContain(`"value":${value},`);
    expect(await values(owner)).toEqual([value]);
  });

  test("M59: each of the 951 values with two decimals is kept exactly", async () => {
    const hundredths = Array.from({ length: 951 }, (_, n) => (n + 50) / 100);
    const { db } = service;
    const rows = await db.execute<{ kept: number[] }>(
      sql`select json_agg(v::text::numeric(4,2)) as kept
        from json_array_elements(${JSON.stringify(hundredths)}::json) v`,
    );
    expect(rows[0]?.kept).toEqual(hundredths);
  });

  test.each([
    ["0.4", 422],
    ["0.49", 422],
    ["10.01", 422],
    ["10.000001", 422],
    ["0", 422],
    ["-0", 422],
    ["-1", 422],
    ["11", 422],
    ["NaN", 400],
    ["Infinity", 400],
    ["1e400", 422],
    ['"5"', 422],
    ["null", 422],
    ["true", 422],
    ["[5]", 422],
    ["{}", 422],
    ["7.333", 422],
    ["7.005", 422],
  ])("B161: the value %s is refused with %d and the old value stays", async (text, status) => {
    await rate(`/movies/${movie}`, { value: 6.5 });
    const answer = await rate(`/movies/${movie}`, `{"value":${text}}`);

    const code = status === 400 ? "malformed_json" : "validation_error";
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    if (text.length > 4) expect(answer.text).not.toContain(text);
    expect(await values(token)).toEqual([6.5]);
  });

  test.each([
    ["no value", {}],
    ["one field more", { value: 5, user_id: uuid(5) }],
    ["a list", [5]],
    ["a number", "5"],
    ["no body", undefined],
  ])("B161: %s is refused with 422", async (_, body) => {
    const answer = await rate(`/movies/${movie}`, body);
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
  });

  test.each([
    ["an unknown movie", publicId("movie", 77)],
    ["a series' digits as a movie", publicId("movie", 3)],
    ["a series", series],
    ["a person", publicId("person", 1)],
    ["a UUID", uuid(1)],
    ["a provider's id", "603"],
    ["upper case", movie.toUpperCase()],
  ])("M17, B161: %s is not found, for PUT and DELETE", async (_, id) => {
    const answers = [await rate(`/movies/${id}`, { value: 5 }), await unrate(`/movies/${id}`)];
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [404, "movie_not_found"],
      [404, "movie_not_found"],
    ]);
  });

  test("M58: a second value replaces the first, the same value again changes nothing", async () => {
    const owner = await service.member("again@example.org");
    const first = (await rate(`/movies/${adult}`, { value: 3 }, owner)).body;
    const second = (await rate(`/movies/${adult}`, { value: 4.5 }, owner)).body;
    const third = (await rate(`/movies/${adult}`, { value: 4.5 }, owner)).body;

    expect(second).toMatchObject({ value: 4.5, created_at: first.created_at });
    expect(second.updated_at >= first.updated_at).toBe(true);
    expect(third).toEqual(second);
    expect(await values(owner)).toEqual([4.5]);
  });

  test("M45, F23: of 100 ratings at once one row remains, with one of their values", async () => {
    const owner = await service.member("race@example.org");
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        rate(`/movies/${movie}`, { value: 1 + (n % 80) / 10 }, owner),
      ),
    );
    const kept = await values(owner);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(kept).toHaveLength(1);
    expect(answers.map(({ body }) => body.value)).toContain(kept[0] as number);
  });
});

describe("DELETE /series/{id}/rating", () => {
  test("M58: it answers 204 whether or not there was a rating, and the rating is gone", async () => {
    const owner = await service.member("gone@example.org");
    const put = await rate(`/series/${series}`, { value: 9 }, owner);
    const before = (await list("series", owner)).body.total_results;
    const answers = [
      await unrate(`/series/${series}`, owner),
      await unrate(`/series/${series}`, owner),
    ];

    expect(put.body).toMatchObject({ entity_type: "series", entity_id: series, value: 9 } as never);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    expect([before, (await list("series", owner)).body.total_results]).toEqual([1, 0]);
  });
});
