import { afterAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Db, openDatabase } from "~/db/client";
import { databaseFailure, isUnavailable } from "~/db/failure";
import { openReplica } from "~/db/replica";
import { people } from "~/db/schema";
import { faultOf } from "~/jobs/fault";
import { testDatabase } from "../support/database";
import { fakeServer } from "./wire";

const script = {
  fewer: { rows: 1, tag: "SELECT 2" },
  more: { rows: 3, tag: "SELECT 2" },
  none: { rows: 0, tag: "SELECT 1" },
  unasked: { rows: 1, tag: "SET" },
  honest: { rows: 2, tag: "SELECT 2" },
  shown: { rows: 1, tag: "SHOW" },
};
const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );
const ask = (db: Db, text: string) => db.execute(sql.raw(text));

async function until(done: () => boolean): Promise<void> {
  while (!done()) await Bun.sleep(1);
}

describe("a result with other rows than the server sent", () => {
  test.each(["fewer", "more", "none"])(
    "F10: %s: is no answer, and its connection is closed for good",
    async (kind) => {
      await using server = await fakeServer(script);
      const { db, close } = openDatabase(server.address, { max: 1 });
      const error = await failureOf(ask(db, kind));
      expect(databaseFailure(error)).toMatchObject({
        verdict: "away",
        code: "CONNECTION_MISCOUNTED",
      });
      expect([isUnavailable(error), faultOf(error).action]).toEqual([true, "retry"]);
      await until(() => server.connections[0]?.ended === true);
      expect([...(await ask(db, "honest"))]).toEqual([{ x: "1" }, { x: "1" }]);
      expect(server.connections.map(({ asked }) => asked)).toEqual([[kind], ["honest"]]);
      await close();
    },
  );

  test("F10: one that was sent behind it on the same connection is not answered either", async () => {
    await using server = await fakeServer(script);
    const { db, close } = openDatabase(server.address, { max: 1 });
    const [, behind] = await Promise.all([failureOf(ask(db, "fewer")), failureOf(ask(db, "more"))]);
    expect(isUnavailable(behind)).toBe(true);
    await close();
  });

  test.each(["transaction", "savepoint"])("F10: in a %s nothing is committed", async (where) => {
    await using server = await fakeServer(script);
    const { db, close } = openDatabase(server.address, { max: 1 });
    const error = await failureOf(
      db.transaction(async (tx) => {
        if (where === "transaction") return ask(tx, "fewer");
        await failureOf(tx.transaction((inner) => ask(inner, "fewer")));
      }),
    );
    expect(isUnavailable(error)).toBe(true);
    await until(() => server.connections[0]?.ended === true);
    expect(server.connections[0]?.asked.filter((text) => /commit/i.test(text))).toEqual([]);
    await close();
  });

  test("F10: from a standby the primary is asked instead", async () => {
    await using primary = await fakeServer({ both: { rows: 2, tag: "SELECT 2" } });
    await using standby = await fakeServer({
      both: { rows: 1, tag: "SELECT 2" },
      pg_is_in_recovery: { rows: 1, tag: "SELECT 1" },
    });
    const [first, second] = [openDatabase(primary.address), openDatabase(standby.address)];
    const states: string[] = [];
    const replica = openReplica(first, second, { onChange: (state) => states.push(state) });
    expect([...(await ask(replica.reads, "both"))]).toHaveLength(2);
    await replica.close();
    await first.close();
    await second.close();
  });

  test("statements that tell no count, or no rows, are answers", async () => {
    await using server = await fakeServer(script);
    const { db, close } = openDatabase(server.address, { max: 1 });
    expect([...(await ask(db, "shown"))]).toEqual([{ x: "1" }]);
    expect([...(await ask(db, "set anything"))]).toEqual([]);
    expect(isUnavailable(await failureOf(ask(db, "unasked")))).toBe(false);
    await close();
  });
});

describe("the results of a real server", async () => {
  const database = await testDatabase({ max: 1 });
  afterAll(database.close);
  const { db } = database;

  test.each([
    ["select 1 as x where false", 0],
    ["select generate_series(1, 3) as x", 3],
    ["values (1), (2)", 2],
    ["show server_version", 1],
    ["explain select 1", 1],
    ["create temp table told as select generate_series(1, 4) as x", 0],
    ["insert into told values (5), (6)", 0],
    ["insert into told values (7) returning x", 1],
    ["update told set x = x + 1", 0],
    ["update told set x = x + 1 returning x", 7],
    ["with gone as (delete from told where x < 5 returning x) select * from gone", 2],
    [
      "merge into told using (values (1)) as n(x) on false when not matched then insert values (n.x) returning told.x",
      1,
    ],
    ["delete from told returning x", 6],
    ["do $$ begin end $$", 0],
    ["select 1 as x; select 2 as x", 2],
  ])("%s is an answer", async (text, length) => {
    expect(await ask(db, text)).toHaveLength(length);
  });

  test.each([
    ["select from generate_series(1, 3)", 3],
    ["with old as (select from generate_series(1, 2)) select from old", 2],
  ])("%s, rows of nothing, is an answer", async (text, length) => {
    expect(await ask(db, text)).toHaveLength(length);
    expect(await db.execute(sql`select from generate_series(1, ${length}::int)`)).toHaveLength(
      length,
    );
  });

  test("so are those with parameters, of drizzle's own builder and without a row", async () => {
    expect(await db.execute(sql`select ${1}::int as x where ${false}`)).toHaveLength(0);
    expect(await db.execute(sql`set local statement_timeout = 1000`)).toHaveLength(0);
    expect(await db.select({ id: people.id }).from(people)).toEqual([]);
    const made = await db.transaction((tx) =>
      tx.transaction((inner) => inner.execute(sql`select generate_series(1, ${3}::int) as x`)),
    );
    expect(made).toHaveLength(3);
  });
});
