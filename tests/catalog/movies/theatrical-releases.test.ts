import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { backfillAgain } from "../../support/backfills";
import { testDatabase } from "../../support/database";
import { uuid } from "../ids";
import { givenMovie } from "../rows";

setDefaultTimeout(60_000);

const MOVIES = 12;

/** What triggers keep, and the same computed from the rows; empty when they agree. */
const differences = (db: Db) =>
  db.execute(sql`(table theatrical_releases_now except table theatrical_releases)
    union all (table theatrical_releases except table theatrical_releases_now)`);

const below = (n: number) => Math.floor(Math.random() * n);
const type = () => (below(3) === 0 ? "digital" : "theatrical");
const day = () => `202${below(4)}-0${1 + below(2)}-01`;

/** One random write of a movie. */
const writes: ((db: Db, id: string) => Promise<unknown>)[] = [
  (db, id) =>
    db.execute(sql`insert into release_dates (movie_id, region, position, release_type, is_limited, release_date)
      select id, region, ${below(3)}, ${type()}, false, ${day()} from movies, unnest(array['US', 'DE']) region where id = ${id}
      on conflict (movie_id, region, position) do update
        set release_date = excluded.release_date, release_type = excluded.release_type`),
  (db, id) =>
    db.execute(sql`delete from release_dates where movie_id = ${id} and position = ${below(3)}`),
  (db, id) => db.execute(sql`update release_dates set note = 'other' where movie_id = ${id}`),
  (db, id) => db.execute(sql`update movies set popularity = ${below(9)} where id = ${id}`),
  (db, id) =>
    db.execute(sql`update movies set popularity = null, adult = not adult where id = ${id}`),
  (db, id) =>
    db.execute(
      sql`update movies set removed_at = case when removed_at is null then now() end where id = ${id}`,
    ),
  (db, id) =>
    below(5) === 0 ? db.execute(sql`delete from movies where id = ${id}`) : Promise.resolve(),
  (db, id) =>
    db.execute(sql`insert into movies (id, title) values (${id}, 'New') on conflict do nothing`),
];

test("theatrical releases equal a recount after random concurrent writes, a backfill and a recount of all", async () => {
  await using database = await testDatabase({ max: 8, lock_timeout_ms: 20_000 });
  const { db, driver } = database;
  const ids = Array.from({ length: MOVIES }, (_, n) => uuid(n + 1));
  for (const n of ids.keys()) await givenMovie(db, n + 1, { popularity: n });
  const writer = async () => {
    for (let i = 0; i < 60; i += 1) {
      const id = ids[below(MOVIES)] ?? "";
      await db.transaction(async (tx) => {
        // As ingestion does: whoever writes more than once holds the title from the start.
        await tx.execute(sql`select from titles where id = ${id} for no key update`);
        for (let n = below(3); n >= 0; n -= 1) await writes[below(writes.length)]?.(tx, id);
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  expect([...(await differences(db))]).toEqual([]);
  const [kept] = await db.execute(sql`select count(*)::int as n from theatrical_releases`);
  expect(kept?.n).toBeGreaterThan(0);

  await db.execute(sql`update theatrical_releases set popularity = -1, previous_date = null`);
  await backfillAgain(driver, "backfill_theatrical_releases");
  expect([...(await differences(db))]).toEqual([]);

  await db.execute(sql`delete from theatrical_releases`);
  await db.execute(sql`select recount_catalog()`);
  expect([...(await differences(db))]).toEqual([]);
});
