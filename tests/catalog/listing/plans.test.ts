import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { listCollections } from "~/catalog/collections/queries";
import { listCompanies } from "~/catalog/companies/queries";
import { listKeywords } from "~/catalog/keywords/queries";
import type { MovieFilter } from "~/catalog/listing/filter";
import { listMovies } from "~/catalog/movies/queries";
import { listReleases } from "~/catalog/movies/releases";
import { listPeople } from "~/catalog/people/list";
import { listSeries } from "~/catalog/series/queries";
import { listTrendingMovies, listTrendingSeries } from "~/catalog/trending/queries";
import { connect, type Db, prepared } from "~/db/client";
import * as schema from "~/db/schema";
import { everyListed, listsOf } from "~/positions/lists";
import { rebuild } from "~/positions/upkeep";
import { genres } from "~/vocabulary";
import { type TestDatabase, testDatabase } from "../../support/database";
import { genreId, keywordId, keywordUuid } from "./oracle";
import { storeKeywords } from "./rows";

setDefaultTimeout(60_000);

let database: TestDatabase;
let driver: postgres.Sql;
let db: Db;
let told: string[] = [];

/**
 * 3,000 movies and series and 300 people: enough for the planner to prefer an index to a sort. All have the
 * genre and the keywords of the filters below.
 */
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
  sql`insert into title_genres (title_id, genre_id, position) select id, ${genres[6].id}, 0 from titles`,
  sql`insert into title_keywords (title_id, keyword_id)
    select id, keyword_id from titles, (values (${keywordUuid(1)}::uuid), (${keywordUuid(2)})) k (keyword_id)`,
  sql`insert into people (id, external_id, name, known_for_department, popularity)
    select lpad(to_hex(n), 32, '0')::uuid, n, 'Person ' || n, 'Acting', n % 50 from generate_series(1, 300) n`,
];

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
  await storeKeywords(database.db);
  for (const statement of fill) await database.db.execute(statement);
  await database.driver.unsafe("vacuum analyze");
  const onnotice = ({ message }: postgres.Notice) => {
    told.push(message ?? "");
  };
  driver = connect(database.address, { max: 1, fetch_types: false, onnotice });
  await driver.unsafe(`
    load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice; set enable_seqscan = off; set plan_cache_mode = force_generic_plan`);
  db = drizzle(prepared(driver), { schema });
});
afterAll(async () => {
  await driver.end();
  await database.close();
});

/** The plans, for any values, of the statement that `ask` sends and of those inside its functions. */
async function planOf(ask: () => Promise<unknown>): Promise<string> {
  told = [];
  await ask();
  return told.join("\n");
}

/** Makes the functions believe in tables of another size: 0 rows are walked, endless ones gathered. */
const pretendRows = (rows: number) =>
  database.db.execute(sql`update pg_class set reltuples = ${rows}
    where oid in ('movies'::regclass, 'series'::regclass)`);

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
    const asked = filters.flatMap((filter) =>
      sorts.map((sort_by) => ({ ...plain, ...filter, sort_by })),
    );
    for (const rows of [0, 1e9]) {
      await pretendRows(rows);
      for (const ask of asked) {
        const plan = await planOf(() => listMovies(db, ask as MovieFilter));
        expect(plan).toMatch(/Limit.*? on (movies|title_keywords)/s);
        expect({ ask, found: wholeTable.exec(plan)?.[0] }).toEqual({ ask, found: undefined });
      }
      for (const ask of filters) {
        const plan = await planOf(() => listSeries(db, { ...plain, ...ask } as never));
        expect({ ask, found: wholeTable.exec(plan)?.[0] }).toEqual({ ask, found: undefined });
      }
    }
  });

  test("an unfiltered page is a walk in the index of its order", async () => {
    const walks: (string | undefined)[] = [];
    for (const sort_by of sorts) {
      const plan = await planOf(() => listMovies(db, { ...plain, sort_by }));
      walks.push(/Index Scan (Backward )?using (movies_by_\w+)/.exec(plan)?.[2]);
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

  test("S20: a later page of a long list reads ranges of the index of its order, from a mark on", async () => {
    const lists = everyListed.flatMap(listsOf);
    for (const list of lists) await rebuild(database.db, list, { block: 20, long: 10 });
    for (const filter of [{}, { genre: given.genre }, { year: given.year }]) {
      for (const sort_by of sorts) {
        const asked = { ...plain, ...filter, sort_by, page: 2 } as MovieFilter;
        const plan = await planOf(() => listMovies(db, asked));
        const found = {
          whole: wholeTable.exec(plan)?.[0],
          merged: plan.includes("Merge Append"),
          // The function that counts from the first record was not called.
          walks: told.length,
        };
        expect({ asked, found }).toEqual({
          asked,
          found: { whole: undefined, merged: true, walks: 1 },
        });
      }
    }
    const people = { ...plain, page: 3 } as const;
    for (const sort_by of ["popularity.desc", "popularity.asc", "name.asc", "name.desc"] as const) {
      const plan = await planOf(() => listPeople(db, { ...people, sort_by }));
      expect(plan).toContain("Merge Append");
      expect(plan).not.toMatch(wholeTable);
    }
  });
});
