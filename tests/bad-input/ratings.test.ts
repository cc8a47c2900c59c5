import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { known, type WholeService, wholeService } from "./service";

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

const headers = { "content-type": "application/json" };

describe.each([
  ["movies", known.movie],
  ["series", known.series],
])("PUT /%s/{id}/rating", (kind, id) => {
  const rate = (value: string, of = id) => ({
    method: "PUT",
    path: `/${kind}/${of}/rating`,
    as: "account" as const,
    headers,
    body: `{"value":${value}}`,
  });

  test("M46, M58, M59, B161: what is no rating is refused and the old value stays", async () => {
    const values = [
      "0.4",
      "0.49",
      "10.01",
      "0",
      "-0",
      "-1",
      "11",
      "1e400",
      '"5"',
      "null",
      "true",
      "[5]",
      "{}",
      "7.333",
    ];
    expect(await service.outcome(rate("7.25"))).toBe("200");

    for (const value of values) {
      expect([value, await service.refused(rate(value))]).toEqual([value, "422 validation_error"]);
    }
    for (const value of ["NaN", "Infinity"]) {
      expect([value, await service.refused(rate(value))]).toEqual([value, "400 malformed_json"]);
    }
    const listed = await service.ask({ path: `/account/ratings/${kind}`, as: "account" });
    expect((listed.body.results as { value: number }[]).map(({ value }) => value)).toEqual([7.25]);
  });

  test("M59, B161: what is one is kept exactly, the second time like the first", async () => {
    for (const [text, value] of [
      ["0.5", 0.5],
      ["10", 10],
      ["10.0", 10],
      ["7.25", 7.25],
      ["0.1e2", 10],
    ] as const) {
      const first = await service.ask(rate(text));
      expect([first.status, first.body.value]).toEqual([200, value]);
      expect((await service.ask(rate(text))).body).toEqual(first.body);
    }
  });

  test("M58, B161: what is not there cannot be rated, and taking back twice is no mistake", async () => {
    const missing = kind === "movies" ? "404 movie_not_found" : "404 series_not_found";
    const unknown = id.replace(/.$/, "f");

    expect(await service.outcome(rate("5", unknown))).toBe(missing);
    expect(await service.outcome(rate("5", known.person))).toBe(missing);
    expect(await service.outcome({ ...rate("5"), method: "DELETE", body: null })).toBe("204");
    expect(await service.outcome({ ...rate("5"), method: "DELETE", body: null })).toBe("204");
  });
});
