import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MovieDetail } from "~/catalog/movies/model";
import { type TestCatalog, testCatalog } from "../catalog";
import { givenHarborLight, id } from "./harbor-light";

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  await givenHarborLight(catalog.db);
});
afterAll(() => catalog[Symbol.asyncDispose]());

test("N16 N18 N21: included credits are what the path of credits answers, after all other keys, by one statement", async () => {
  const plain = await catalog.get<MovieDetail>(`/movies/${id}`);
  const credits = await catalog.get<object>(`/movies/${id}/credits`);
  const more = await catalog.get<MovieDetail>(`/movies/${id}?include=credits`);

  expect(more.body).toEqual({ ...plain.body, credits: credits.body } as MovieDetail);
  expect(Object.keys(more.body).at(-1)).toBe("credits");
  expect(more.statements).toBe(1);
});
