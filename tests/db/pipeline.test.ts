import { afterAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { sqlState } from "~/db/failure";
import { inOrder, sendAll } from "~/db/pipeline";
import { testDatabase } from "../support/database";

const database = await testDatabase({ max: 1 });
const { db } = database;
afterAll(database.close);

describe("statements that are sent together", () => {
  test("F10: throw the error of the first that failed, not of those that it made fail", async () => {
    const deadlock = async (tx: typeof db) => {
      const deeper = async () => tx.execute(sql`do $$ begin raise sqlstate '40P01'; end $$`);
      return [await deeper()];
    };
    const failed = db.transaction((tx) =>
      inOrder([deadlock(tx), sendAll(tx, [sql`select 1`]), tx.execute(sql`select 2`)]),
    );
    expect(sqlState(await failed.catch((error) => error))).toBe("40P01");
  });

  test("run in their order, absent ones left out", async () => {
    await db.transaction((tx) =>
      sendAll(tx, [
        sql`create temporary table told (place serial, word text) on commit preserve rows`,
        sql`insert into told (word) values ('first')`,
        undefined,
        sql`insert into told (word) select word || ', then second' from told`,
      ]),
    );
    expect([...(await db.execute(sql`select word from told order by place`))]).toEqual([
      { word: "first" },
      { word: "first, then second" },
    ]);
  });

  test("give their results in their order", async () => {
    const [one, [two]] = await inOrder([
      Bun.sleep(20).then(() => 1),
      db.execute<{ two: number }>(sql`select 2 as two`),
    ]);
    expect([one, two?.two]).toEqual([1, 2]);
  });
});
