import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { listCollections } from "~/catalog/collections/queries";
import { listCompanies } from "~/catalog/companies/queries";
import { listKeywords } from "~/catalog/keywords/queries";
import type { MovieFilter } from "~/catalog/listing/filter";
import { listMovies } from "~/catalog/movies/queries";
import { listReleases } from "~/catalog/movies/releases";
import { listPeople } from "~/catalog/people/queries";
import { listSeries } from "~/catalog/series/queries";
import { listTrendingMovies, listTrendingSeries } from "~/catalog/trending/queries";
import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { type TestDatabase, testDatabase } from "../../support/database";
import { genreId, keywordId } from "./oracle";

setDefaultTimeout(60_000);

let database: TestDatabase;
let db: Db;
let written = "";

/** 3,000 movies and series and 300 people: enough for the planner to prefer an index to a sort. */
const fill = [
  sql`insert into titles (id, kind, external_id)
    select lpad(to_hex(n), 32, '0')::uuid, (case when n <= 3000 then 'movie' else 'series' end)::title_kind, n
    from generate_series(1, 6000) n`,
  sql`insert into movies (id, title, release_date, popularity, vote_average, vote_count, status)
    select lpad(to_hex(n), 32, '0')::uuid, 'Movie ' || n, date '1950-01-01' + n * 9, n % 97, n % 10, n % 500,
      (enum_range(null::movie_status))[1 + n % 6]
    from generate_series(1, 3000) n`,
  sql`insert into series (id, title, first_air_date, popularity, vote_average, vote_count, status)
    select lpad(to_hex(n), 32, '0')::uuid, 'Series ' || n, date '1950-01-01' + n, n % 97, n % 10, n % 500,
      (enum_range(null::series_status))[1 + n % 6]
    from generate_series(3001, 6000) n`,
  sql`insert into people (id, external_id, name, known_for_department, popularity)
    select lpad(to_hex(n), 32, '0')::uuid, n, 'Person ' || n, 'Acting', n % 50 from generate_series(1, 300) n`,
];

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
  db = drizzle(
    new Proxy(database.driver, {
      get(target, property, receiver) {
        if (property !== "unsafe") return Reflect.get(target, property, receiver);
        return (text: string, values: never[]) => {
          written = text;
          return target.unsafe(text, values);
        };
      },
    }),
    { schema },
  );
  for (const statement of fill) await database.db.execute(statement);
  await database.driver.unsafe("vacuum analyze");
  await database.driver.unsafe("set enable_seqscan = off");
});
afterAll(() => database.close());

/** The plan, for any values, of the statement that `ask` sends. */
async function planOf(ask: () => Promise<unknown>): Promise<string> {
  await ask();
  const rows = await database.driver.unsafe(`explain (generic_plan, costs off) ${written}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const wholeTable = /Seq Scan on (movies|series|people|credits|title_genres|title_keywords)\b/;
const plain = {
  page: 1,
  page_size: 20,
  include_adult: "false",
  sort_by: "popularity.desc",
} as const;
const fields = ["popularity", "release_date", "rating", "title"] as const;
const sorts = fields.flatMap((field) => [`${field}.desc`, `${field}.asc`] as const);

const given = {
  genre: genreId(6),
  year: 1999,
  status: "planned",
  keyword: keywordId(1),
  vote_count_gte: 10,
} as const;
/** Every choice of filters, with the keyword by its id and by its name. */
const choices = Array.from({ length: 2 ** 5 }, (_, bits) =>
  Object.fromEntries(Object.entries(given).filter((_, bit) => (bits >> bit) & 1)),
);
const filters = [...choices, ...choices.map((choice) => ({ ...choice, keyword: "heist" }))];

describe("plans of listings", () => {
  test("S20: no filter, order or page of movies and series reads a whole table", async () => {
    for (const filter of filters) {
      for (const sort_by of sorts) {
        const page = sort_by.endsWith("asc") ? 3 : 1;
        const asked = { ...plain, ...filter, sort_by, page } as MovieFilter;
        const plan = await planOf(() => listMovies(db, asked));
        expect({ asked, found: wholeTable.exec(plan)?.[0] }).toEqual({ asked, found: undefined });
      }
      const plan = await planOf(() => listSeries(db, { ...plain, ...filter } as never));
      expect({ filter, found: wholeTable.exec(plan)?.[0] }).toEqual({ filter, found: undefined });
    }
  });

  test("an unfiltered page is a walk in the index of its order", async () => {
    const walks: (string | undefined)[] = [];
    for (const sort_by of sorts) {
      const plan = await planOf(() => listMovies(db, { ...plain, sort_by }));
      walks.push(/Index Only Scan (Backward )?using (\w+)/.exec(plan)?.[2]);
    }
    expect(walks).toEqual([
      "movies_by_popularity_desc",
      "movies_by_popularity_asc",
      "movies_by_date_desc",
      "movies_by_date_asc",
      "movies_by_rating_desc",
      "movies_by_rating_asc",
      "movies_by_title",
      "movies_by_title",
    ]);
  });

  test("no other listing reads a whole table of titles or people", async () => {
    const dates = { minimum: "2026-10-10", maximum: "2026-11-27" };
    const releases = { ...plain, exclude_rereleases: "true" } as const;
    const day = { ...plain, window: "day" } as const;
    const asks: (() => Promise<unknown>)[] = [
      () => listReleases(db, "US", dates, "popularity", releases),
      () => listReleases(db, "US", dates, "date", { ...releases, exclude_rereleases: "false" }),
      () => listTrendingMovies(db, day),
      () => listTrendingSeries(db, day),
      () => listPeople(db, { ...plain, sort_by: "popularity" }),
      () => listPeople(db, { ...plain, sort_by: "popularity.asc", known_for_department: "Art" }),
      () => listPeople(db, { ...plain, sort_by: "name.desc", include_adult: "true" }),
      () => listCompanies(db, { page: 1, page_size: 20 }),
      () => listCollections(db, { page: 1, page_size: 20 }),
      () => listKeywords(db, { page: 1, page_size: 50 }),
      () => listKeywords(db, { page: 1, page_size: 50, query: "time" }),
    ];
    for (const ask of asks) expect(await planOf(ask)).not.toMatch(wholeTable);
  });
});
