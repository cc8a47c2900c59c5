import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import type { Db } from "~/db/client";
import { keepPositions } from "~/positions/keeper";
import { listedMovies, listOf } from "~/positions/lists";
import { keepOnce, rebuild, usualLimits } from "~/positions/upkeep";
import { movieStatuses } from "~/vocabulary";
import { titlesOf } from "../catalog/listing/oracle";
import { storeKeywords, storeTitles } from "../catalog/listing/rows";
import { testDatabase } from "../support/database";
import { lists, wrongStarts } from "./oracle";

setDefaultTimeout(60_000);

const sizes = { block: 7, long: 12 };
const limits = { sizes, many: 20, tooMany: 10_000, few: 10, patient: false };

async function catalog() {
  const database = await testDatabase();
  await storeKeywords(database.db);
  await storeTitles(database.db, "movie", titlesOf(movieStatuses, 100, 1));
  return database;
}

const keepAll = async (db: Db, given = limits) => {
  let built = 0;
  while (await keepOnce(db, given)) built += 1;
  return built;
};
const moves = async (db: Db) =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from movie_moves`))[0]?.n;
const ofMovies = lists.filter(({ table }) => table === "movies").length;

describe("upkeep of positions", () => {
  test("builds every list of a table that is long enough, once", async () => {
    await using database = await catalog();
    const { db } = database;
    expect(await keepAll(db, { ...limits, few: 101 })).toBe(0);
    expect(await keepAll(db)).toBe(ofMovies);
    expect(await keepAll(db)).toBe(0);
    expect(await wrongStarts(db)).toEqual([]);
    expect(await moves(db)).toBe(0);
  });

  test("folds a long log at once and a short one later", async () => {
    await using database = await catalog();
    const { db } = database;
    await keepAll(db);
    await db.execute(sql`update movies set popularity = 2 where popularity = 1`);
    const short = (await moves(db)) ?? 0;
    expect(short).toBeGreaterThan(0);
    await keepOnce(db, { ...limits, many: short + 1, patient: true });
    expect(await moves(db)).toBe(short);
    await keepOnce(db, { ...limits, many: short, patient: true });
    expect(await moves(db)).toBe(0);
    await db.execute(sql`update movies set popularity = 3 where popularity = 2`);
    await keepOnce(db, limits);
    expect(await moves(db)).toBe(0);
    expect(await wrongStarts(db)).toEqual([]);
  });

  test("an update of nothing that decides a place logs nothing", async () => {
    await using database = await catalog();
    const { db } = database;
    await keepAll(db);
    await db.execute(sql`update movies set overview = 'New', popularity = popularity`);
    expect(await moves(db)).toBe(0);
  });

  test("builds lists anew after a bulk load, a truncation, a recount and a day", async () => {
    await using database = await catalog();
    const { db } = database;
    await keepAll(db);
    await db.execute(sql`update movies set title = title || '!', popularity = vote_count`);
    expect(await keepAll(db, { ...limits, tooMany: 50 })).toBe(ofMovies);
    expect(await wrongStarts(db)).toEqual([]);

    await database.driver.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update movies set popularity = 7 - popularity`;
    });
    expect(await wrongStarts(db)).not.toEqual([]);
    await db.execute(sql`select recount_catalog()`);
    expect(await keepAll(db)).toBe(ofMovies);
    expect(await wrongStarts(db)).toEqual([]);

    await db.execute(sql`update list_starts set total = total + 1`);
    await db.execute(sql`update list_blocks set built_at = now() - interval '25 hours'`);
    expect(await keepAll(db)).toBe(ofMovies);
    expect(await wrongStarts(db)).toEqual([]);

    await db.execute(sql`truncate movies cascade`);
    await storeTitles(db, "movie", titlesOf(movieStatuses, 60, 200_000));
    expect(await keepAll(db)).toBe(ofMovies);
    expect(await wrongStarts(db)).toEqual([]);
  });

  test("a list whose starts promise more records than there are is forgotten and built anew", async () => {
    await using database = await catalog();
    const { db } = database;
    await keepAll(db);
    await db.execute(
      sql`update list_starts set total = 1000 where list = 'movies title.asc' and part = 'all'`,
    );
    await db.execute(sql`update movies set popularity = 4 where popularity = 3`);
    expect(await keepAll(db)).toBe(1);
    expect(await wrongStarts(db)).toEqual([]);
  });

  test("one caller acts at a time, the others leave it to that one", async () => {
    await using database = await catalog();
    const { db } = database;
    const done = await Promise.allSettled(
      Array.from({ length: 6 }, () => rebuild(db, listOf(listedMovies, "title.asc"), sizes)),
    );
    const refused = done.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused.length).toBeLessThan(6);
    for (const { cause } of refused) expect(cause).toMatchObject({ code: "55P03" });
    expect(await wrongStarts(db)).toEqual([]);
  });

  test("a process keeps positions until it stops, and says when it cannot", async () => {
    await using database = await testDatabase();
    const { db } = database;
    const logged: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void logged.push(line) });
    await db.execute(sql`insert into people (id, external_id, name)
      select gen_random_uuid(), n, 'Somebody' from generate_series(1, ${usualLimits.few}) n`);
    const keeper = keepPositions(db, log, 5);
    while (!logged.join().includes("positions of lists were built")) await Bun.sleep(5);
    await db.execute(sql`alter table list_blocks rename to gone`);
    while (!logged.join().includes("were not kept")) await Bun.sleep(5);
    await keeper.stop();
    const lines = logged.length;
    await db.execute(sql`alter table gone rename to list_blocks`);
    await Bun.sleep(50);
    expect(logged.length).toBe(lines);
    expect(await wrongStarts(db)).toEqual([]);
  });
});
