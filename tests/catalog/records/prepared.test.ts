import { expect, setDefaultTimeout, test } from "bun:test";
import { testCatalog } from "../catalog";
import { givenHarborLight, id } from "../movies/harbor-light";

setDefaultTimeout(60_000);

/** Each takes about a megabyte of its connection's process. */
const MOST_KEPT = 6;

const combinationsOf = (names: readonly string[]): string[] =>
  names
    .reduce<string[][]>((lists, name) => lists.flatMap((list) => [list, [...list, name]]), [[]])
    .filter((list) => list.length > 0)
    .map((list) => `include=${list.join()}`);

test("S20: whatever movies include, in whatever languages, a connection keeps few prepared statements", async () => {
  await using catalog = await testCatalog({ pool: { max: 1 } });
  await givenHarborLight(catalog.db);
  const kept = async () => {
    const [row] = await catalog.driver`select count(*)::int as kept from pg_prepared_statements`;
    return Number(row?.kept);
  };
  const before = await kept();
  const parts = ["credits", "images", "videos", "recommendations", "translations", "provenance"];
  const asked = ["", ...combinationsOf(parts)].flatMap((query) => [query, `${query}&language=fr`]);
  expect(asked.length).toBe(128);
  for (const query of asked) expect((await catalog.get(`/movies/${id}?${query}`)).status).toBe(200);
  // Two that count, one of them for the first time.
  expect((await kept()) - before).toBeLessThanOrEqual(MOST_KEPT + 1);
});
