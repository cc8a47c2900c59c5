import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { isAway, sqlState } from "~/db/failure";
import { within } from "~/db/limited";
import { testDatabase } from "../support/database";

setDefaultTimeout(30_000);

const limited = (db: Db, value: string) =>
  db.execute<{ value: string; limit: string }>(sql`
    select ${value}::text as value, current_setting('statement_timeout') as limit ${within(700)}`);

const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error) => error,
  );

test("a statement has a limit of its own, also the first ones of a pool and those at the same time", async () => {
  await using database = await testDatabase({ max: 2 });
  const values = Array.from({ length: 20 }, (_, n) => String(n));
  const rows = await Promise.all(values.map((value) => limited(database.db, value)));
  expect(rows.map(([row]) => row)).toEqual(values.map((value) => ({ value, limit: "700ms" })));
  const [after] = await database.db.execute(
    sql`select current_setting('statement_timeout') as own`,
  );
  expect(after).toEqual({ own: "3s" });
});

test("a statement that exceeds its limit is cancelled and its connection serves on", async () => {
  await using database = await testDatabase({ max: 1 });
  const error = await failureOf(database.db.execute(sql`select pg_sleep(20) ${within(50)}`));
  expect(sqlState(error)).toBe("57014");
  expect(await limited(database.db, "next")).toMatchObject([{ value: "next" }]);
});

test("a statement that fails leaves no transaction behind", async () => {
  await using database = await testDatabase({ max: 1 });
  const error = await failureOf(database.db.execute(sql`select 1 / 0 ${within(700)}`));
  expect(sqlState(error)).toBe("22012");
  const [row] =
    await database.db.execute(sql`select pg_current_xact_id_if_assigned() is null as none,
    transaction_timestamp() = statement_timestamp() as alone`);
  expect(row).toEqual({ none: true, alone: true });
});

test("a lost connection fails the statement, first or later, and the next one gets a new connection", async () => {
  await using database = await testDatabase({ max: 1 });
  const end = () =>
    failureOf(
      database.db.execute(sql`select pg_terminate_backend(pg_backend_pid()) ${within(700)}`),
    );
  for (let n = 0; n < 3; n += 1) {
    expect(isAway(await end())).toBe(true);
    expect(await limited(database.db, "next")).toMatchObject([{ value: "next" }]);
  }
});

test("a transaction keeps its own limit", async () => {
  await using database = await testDatabase({ max: 1 });
  const rows = await database.db.transaction((tx) => limited(tx, "inside"));
  expect([...rows]).toEqual([{ value: "inside", limit: "3s" }]);
});
