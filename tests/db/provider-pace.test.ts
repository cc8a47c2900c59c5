import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { pauseCalls, reserveCall } from "~/db/provider-pace";
import { testDatabase } from "../support/database";

// The table is unlogged: PostgreSQL empties it when it recovers from a crash.
test("F7: calls are made, and paused, after a crash of the database lost their pace", async () => {
  await using database = await testDatabase();
  const { db } = database;
  await db.execute(sql`truncate provider_pace`);
  expect(await reserveCall(db, "tmdb", 10)).toEqual({ wait: 0, paused: 0 });
  expect((await reserveCall(db, "tmdb", 10)).wait).toBeGreaterThan(0);
  await db.execute(sql`truncate provider_pace`);
  await pauseCalls(db, "tmdb", 60);
  expect((await reserveCall(db, "tmdb", 10)).paused).toBeGreaterThan(59);
  await db.execute(sql`truncate provider_pace`);
  const rows = await db.execute(sql`
    select wait, paused, spent from reserve_planned_call('tmdb', 0.1, 10, interval '1 min')`);
  expect([...rows]).toEqual([{ wait: 0, paused: 0, spent: 0 }]);
  expect((await reserveCall(db, "tmdb", 10)).wait).toBeGreaterThan(0);
});

test("M138, N97: a second has no more calls than it may, also if some of them are late", async () => {
  await using database = await testDatabase();
  const start = performance.now();
  const at: number[] = [];
  for (let call = 0; call <= 20; call += 1) {
    const { wait } = await reserveCall(database.db, "tmdb", 20);
    at.push((performance.now() - start) / 1_000 + wait);
  }
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1.02);
});
