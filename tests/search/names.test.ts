import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";
import { refreshAllNames, refreshNames } from "~/search/names";
import { searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

/** Every row with its ctid and xmin, which every write changes. */
const stored = async (db: Db) => [
  ...(await db.execute(sql`select ctid::text, xmin::text, entity_id, name, prom from search_name
    order by entity_id, fold`)),
];

const prominences = async (db: Db, ids: string[]) => {
  const rows = await db.execute<{ prom: number }>(sql`
    select round(max(prom)::numeric, 3)::float8 as prom
    from unnest(${array(ids, "uuid")}) with ordinality wanted(id, place)
      left join search_name on entity_id = id
    group by id, place order by place`);
  return rows.map(({ prom }) => prom);
};

describe.concurrent("refreshNames", () => {
  test("M4: a second refresh of the same entities writes and locks no row", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    const movie = await catalog.addMovie({
      title: "Copper Rain",
      original_title: "copper rain",
      alternates: ["Kupferregen", "KUPFERREGEN", "Pluie de cuivre"],
      votes: 10,
    });
    const person = await catalog.addPerson({ name: "Ada Lune", also_known_as: ["Ada", "月"] });
    const before = await stored(db);
    expect(before.map(({ name }) => name)).toEqual([
      "Copper Rain",
      "KUPFERREGEN",
      "Pluie de cuivre",
      "Ada",
      "Ada Lune",
      "月",
    ]);
    expect(await refreshNames(db, [movie, person, null, undefined])).toBe(0);
    expect(await refreshAllNames(db)).toBe(0);
    expect(await stored(db)).toEqual(before);
  });

  test("M89: removed names can no longer be found and new ones can, from the commit of the transaction", async () => {
    await using catalog = await searchedCatalog();
    const id = await catalog.addMovie({ title: "Saltwater Choir", alternates: ["Salzchor"] });
    await catalog.db.transaction(async (tx) => {
      await tx.execute(sql`delete from alternate_titles where title_id = ${id}`);
      await tx.execute(sql`update movies set title = 'Brackish Choir' where id = ${id}`);
      expect(await refreshNames(tx, [id])).toBe(3);
      expect(await catalog.names("salzchor")).toEqual(["Saltwater Choir"]);
    });
    expect(await catalog.names("salzchor")).toEqual([]);
    expect(await catalog.names("brackish choir")).toEqual(["Brackish Choir"]);
  });

  test("a transaction that is rolled back changes no name", async () => {
    await using catalog = await searchedCatalog();
    const id = await catalog.addMovie({ title: "Kite Season" });
    const before = await stored(catalog.db);
    const undone = catalog.db.transaction(async (tx) => {
      await tx.execute(sql`update movies set title = 'Kite Reason' where id = ${id}`);
      await refreshNames(tx, [id]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await stored(catalog.db)).map(({ name }) => name)).toEqual(
      before.map(({ name }) => name),
    );
  });

  test("a deleted entity can no longer be found", async () => {
    await using catalog = await searchedCatalog();
    const id = await catalog.addMovie({ title: "Nine Ways Down" });
    await catalog.db.execute(sql`delete from titles where id = ${id}`);
    expect(await catalog.search("nine ways down")).toMatchObject({ total_results: 0 });
  });

  test("prominence depends on votes, popularity, the best movie of a collection and the titles of a company", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    const ids = [
      await catalog.addMovie({ title: "Voted", votes: 40_000 }),
      await catalog.addSeries({ title: "Barely voted", votes: 1, popularity: 100 }),
      await catalog.addMovie({ title: "Popular", popularity: 100 }),
      await catalog.addPerson({ name: "Popular", popularity: 67 }),
      await catalog.addNamed("collections", "Voted Collection"),
      await catalog.addNamed("companies", "Voted Films"),
      await catalog.addNamed("keywords", "vote"),
    ];
    const [movie, , , , collection, company] = ids;
    await db.execute(sql`update movies set collection_id = ${collection} where id = ${movie}`);
    await db.execute(sql`
      insert into title_companies (title_id, company_id, position) values (${movie}, ${company}, 0)`);
    expect(await refreshNames(db, ids)).toBe(2);
    expect(await prominences(db, ids)).toEqual([1, 0.065, 0.35, 0.72, 0.8, 0.43, 0.05]);
  });

  test("a change of prominence below 0.01 is not written, every change of popularity is", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    const id = await catalog.addMovie({ title: "Orbital Decay", votes: 1_000, popularity: 5 });
    await db.execute(sql`update movies set vote_count = 1010 where id = ${id}`);
    expect(await refreshNames(db, [id])).toBe(0);
    await db.execute(sql`update movies set popularity = 6 where id = ${id}`);
    expect(await refreshNames(db, [id])).toBe(1);
    await db.execute(sql`update movies set vote_count = 2000 where id = ${id}`);
    expect(await refreshNames(db, [id])).toBe(1);
    expect([...(await db.execute(sql`select popularity from search_name`))]).toEqual([
      { popularity: 6 },
    ]);
  });

  test("of a thousand names of a title a hundred are stored, including the title", async () => {
    await using catalog = await searchedCatalog();
    const alternates = Array.from({ length: 1_000 }, (_, n) => `Name number ${n}`);
    const id = await catalog.addMovie({ title: "Zebra Crossing", alternates });
    const [row] = await catalog.db.execute(sql`
      select count(*)::int as count, bool_or(name = 'Zebra Crossing') as titled from search_name
      where entity_id = ${id}`);
    expect(row).toEqual({ count: 100, titled: true });
    await catalog.addMovie({ title: "x".repeat(2_000), original_title: "   " });
    expect(await catalog.search("x".repeat(100))).toMatchObject({ total_results: 1 });
  });

  test("F24: titles that share people, companies and words are refreshed concurrently without a deadlock", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    const companies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => catalog.addNamed("companies", `Common Studio ${n}`)),
    );
    const titles = await Promise.all(
      Array.from({ length: 12 }, (_, n) => catalog.addMovie({ title: `Common Words Number ${n}` })),
    );
    await db.execute(sql`
      insert into title_companies (title_id, company_id, position)
      select t, c, 0 from unnest(${array(titles, "uuid")}) t, unnest(${array(companies, "uuid")}) c`);
    const rounds = titles.flatMap((id, n) =>
      [1, 2, 3].map((round) => ({ id, votes: (n + 1) * 10 ** round, round })),
    );
    await Promise.all(
      rounds.map(({ id, votes, round }) =>
        db.transaction(async (tx) => {
          const name = `Common Words Newly Said ${round} ${votes}`;
          await tx.execute(sql`
            update movies set vote_count = ${votes}, title = ${name} where id = ${id}`);
          const shuffled = companies.toSorted((a, b) =>
            Bun.hash(a + id) < Bun.hash(b + id) ? -1 : 1,
          );
          await refreshNames(tx, [...shuffled, id]);
        }),
      ),
    );
    expect(await refreshAllNames(db)).toBeGreaterThanOrEqual(0);
    expect(await refreshAllNames(db)).toBe(0);
    expect(await catalog.search("common words newly said")).toMatchObject({ total_results: 12 });
  });
});

describe.concurrent("search_word", () => {
  test("every word of the names is stored once, with the highest prominence of its names", async () => {
    await using catalog = await searchedCatalog();
    await catalog.addMovie({ title: "Velvet Static", votes: 40_000 });
    await catalog.addMovie({ title: "Velvet Rope", votes: 10 });
    const rows = await catalog.db.execute(sql`
      select word, round(prom::numeric, 2)::float8 as prom from search_word order by word`);
    expect([...rows]).toEqual([
      { word: "rope", prom: 0.23 },
      { word: "static", prom: 1 },
      { word: "velvet", prom: 1 },
    ]);
  });
});

describe.concurrent("search_name", () => {
  test("holds what its columns are made of the name, whoever writes the row", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    const alternates = [
      "Rocky II",
      "O'Brien & Sons",
      "千と千尋",
      "ＡＢ ﬁght",
      "  The   Two ",
      "$9.99",
      "x".repeat(90),
    ];
    const id = await catalog.addMovie({ title: "The Amélie", alternates, votes: 100 });
    await db.execute(sql`insert into search_name (entity_id, kind, name_type, prom, adult, name)
      values (${id}, 1, 2, 0.1, false, 'Written by itself IV')`);
    await db.execute(
      sql`update search_name set name = 'Written Anew V' where name = 'Written by itself IV'`,
    );
    const rows = await db.execute<{ name: string; right: boolean }>(sql`
      select name, (fold, key, tokens) = (search_fold(name), search_key(fold), search_lexemes(fold))
        and num_key is not distinct from nullif(search_key(search_numerals(fold)), key) as right
      from search_name`);
    expect(rows.length).toBe(9);
    expect(rows.filter(({ right }) => !right)).toEqual([]);
  });

  test("folds plain names as it folds all others", async () => {
    await using catalog = await searchedCatalog();
    const [row] = await catalog.db.execute(sql`
      select array_agg(distinct name) as odd from unnest(array['A', 'Matrix', 'THE Matrix 2', '1917', 'a b c']) name
      where search_fold(name) <> search_fold(name || '!') or search_fold(name) <> lower(name)`);
    expect(row).toEqual({ odd: null });
  });
});
