import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { backfillAgain } from "../support/backfills";
import { testDatabase } from "../support/database";
import { expectAfter, givenMovies, planned } from "./records";

test("N49: records that were fetched before there were tiers get theirs, and those that have one keep it", async () => {
  await using database = await testDatabase();
  const { db, driver } = database;
  await givenMovies(db, 1_500, "100 d");
  await db.execute(sql`
    update movies set status = 'planned' from titles where titles.id = movies.id and external_id = 7`);
  await db.execute(sql`delete from refresh_state where external_id <> '9'`);
  await db.execute(sql`
    insert into provenance (kind, external_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
    values ('trending', 'movie:day', '/', '', 1, now(), gen_random_uuid(), 1)`);
  await db.execute(sql`update refresh_state set tier = 'airing', unchanged = 5`);

  await backfillAgain(driver, "backfill_refresh_state");

  expect(await db.execute(sql`select from refresh_state`)).toHaveLength(1_500);
  expect(await planned(db, "movie", 9)).toMatchObject({ tier: "airing", unchanged: 5 });
  expect((await planned(db, "movie", 7)).tier).toBe("current");
  const last = await planned(db, "movie", 1_500);
  expect(last.tier).toBe("rest");
  expectAfter(last.after, 150 * 24);
});
