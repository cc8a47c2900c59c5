import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type SearchedCatalog, searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

/** 300 movies with names of five letters that begin alike; the later, the better known. */
const MOVIES = 300;
const titleOf = (n: number) => `Marv${String.fromCharCode(97 + (n % 26))} ${n}`;

let catalog: SearchedCatalog;
beforeAll(async () => {
  catalog = await searchedCatalog();
  for (let n = 0; n < MOVIES; n += 1) {
    await catalog.addMovie({ title: titleOf(n), votes: 100 * (n + 1), year: 1990 + (n % 3) });
  }
});
afterAll(() => catalog[Symbol.asyncDispose]());

const found = async (step: string, filters = sql`null, null::int, false`): Promise<string[]> => {
  const rows = await catalog.db.execute<{ name: string }>(sql`
    select s.name from ${sql.raw(step)}, ${filters}) found join search_name s on s.ctid = found.rid
    order by s.prom desc`);
  return rows.map(({ name }) => name);
};

const best = (some: number[], most: number) => some.slice(-most).reverse().map(titleOf);
const all = Array.from({ length: MOVIES }, (_, n) => n);

describe("the step of a search", () => {
  test.each(["m", "ma", "mar", "marv"])(
    "for prefixes finds the hundred best known names that begin with %s",
    async (typed) => {
      expect(await found(`search_known_prefix('${typed}'`)).toEqual(best(all, 100));
    },
  );

  test("for prefixes applies the filters before it counts a hundred", async () => {
    const of1991 = all.filter((n) => n % 3 === 1);
    const filters = sql`array[1]::smallint[], 1991, false`;
    expect(await found("search_known_prefix('mar'", filters)).toEqual(best(of1991, 100));
    const series = sql`array[2]::smallint[], null::int, false`;
    expect(await found("search_known_prefix('mar'", series)).toEqual([]);
  });

  test("for longer prefixes finds the best known names", async () => {
    const withB = all.filter((n) => n % 26 === 1);
    expect(await found("search_known_prefix('marvb'")).toEqual(best(withB, 100));
  });

  test("for words finds famous names only, then all known ones", async () => {
    const famous = all.filter(
      (n) => n % 26 === 1 && Math.log(1 + 100 * (n + 1)) / Math.log(40_001) >= 0.45,
    );
    expect(await found("search_famous_words('marvb'::tsquery, 100")).toEqual(best(famous, 100));
    expect(await found("search_known_words('marvb'::tsquery, 3")).toEqual(
      best(
        all.filter((n) => n % 26 === 1),
        3,
      ),
    );
  });
});
