import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { judgeAll, storeIntervals } from "~/refresh/rules";
import { uuid } from "../catalog/ids";
import { givenMovie } from "../catalog/rows";
import { testDatabase } from "../support/database";
import { expectAfter, givenFetch, givenMovies, planned } from "./records";

const database = await testDatabase({ max: 4 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate titles, provenance, refresh_state, jobs cascade`);
});

const day = 24;
const maxAge = 150 * day;

describe("intervals", () => {
  test("N50: double with each unchanged fetch, three times, and a changed payload starts anew", async () => {
    await givenMovie(db, 1, { status: "planned" });
    const hours: number[] = [];
    for (const [age, payload] of [..."aaaaaab"].entries()) {
      await givenFetch(db, { n: 1, ago: `${10 - age} d`, payload });
      hours.push(Math.round((await planned(db, "movie", 1)).after * 100) / 100);
    }
    const [first = 0] = hours;
    const expected = [1, 2, 4, 8, 8, 8, 1].map((factor) => Math.round(first * factor * 100) / 100);
    for (const [index, value] of hours.entries())
      expect(value).toBeCloseTo(expected[index] ?? 0, 0);
    expectAfter(first, day);
  });

  test("N50: no record gets older than the maximum age, and records fetched together are spread", async () => {
    await givenMovies(db, 500, "0 s");
    const [row] = await db.execute<{ least: number; most: number; values: number }>(sql`
      select min(extract(epoch from next_refresh_at - last_fetched_at))::float8 / 3600 as least,
        max(extract(epoch from next_refresh_at - last_fetched_at))::float8 / 3600 as most,
        count(distinct next_refresh_at)::int as values from refresh_state`);
    expect(row?.least).toBeGreaterThan(0.899 * maxAge);
    expect(row?.least).toBeLessThan(0.91 * maxAge);
    expect(row?.most).toBeLessThanOrEqual(maxAge);
    expect(row?.values).toBeGreaterThan(200);
  });

  test("N50: other settings hold for records that are there already", async () => {
    await givenMovies(db, 3, "10 d");
    await storeIntervals(db, { airing: 1, current: 2, popular: 3, rest: 86_400 });
    await db.execute(sql`select judge_next(2)`);
    await judgeAll.act(db);
    await judgeAll.act(db);
    expect(await db.execute(sql`select from refresh_rules where judged_kind is null`)).toHaveLength(
      1,
    );
    for (const n of [1, 2, 3])
      expect((await planned(db, "movie", n)).after).toBeLessThanOrEqual(day);
    await storeIntervals(db, {
      airing: 21_600,
      current: 86_400,
      popular: 259_200,
      rest: maxAge * 3_600,
    });
    await db.execute(sql`update refresh_rules set judged_kind = null`);
  });
});

describe("what fails", () => {
  const failed = (code: string) =>
    db
      .execute(sql`
      with running as (
        insert into jobs (id, kind, external_id, status, lease_token, lease_until)
        values (${uuid(9)}, 'movie', '1', 'running', ${uuid(9)}, now()) returning id)
      select from running`)
      .then(() =>
        db.execute(sql`
        update jobs set status = 'failed', lease_token = null, lease_until = null, finished_at = now(),
          error = jsonb_build_object('code', ${code}::text) where id = ${uuid(9)}`),
      );

  test("N50: a final failure leads to another try after one interval", async () => {
    await givenMovie(db, 1, { status: "planned" });
    await givenFetch(db, { n: 1, ago: "9 d" });
    await failed("provider_payload_invalid");
    expectAfter((await planned(db, "movie", 1)).in, day);
  });

  test("N50: a missing record is asked for after 24 hours, then each third of the maximum age", async () => {
    await givenMovie(db, 1, { status: "planned" });
    await givenFetch(db, { n: 1, ago: "9 d" });
    const miss = sql`update provenance set missing_at = coalesce(missing_at, now())`;
    await db.execute(miss);
    await failed("provider_not_found");
    expect((await planned(db, "movie", 1)).in).toBeCloseTo(day, 1);
    await db.execute(miss);
    expect((await planned(db, "movie", 1)).in).toBeCloseTo(maxAge / 3, 1);
    await givenFetch(db, { n: 1 });
    expectAfter((await planned(db, "movie", 1)).in, day * 2);
  });
});
