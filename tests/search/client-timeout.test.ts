import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { guardStatements, Stranded } from "~/search/index/session";
import { testDatabase } from "../support/database";

setDefaultTimeout(60_000);

test("F10: a statement that is never answered does not hold the relay for ever", async () => {
  await using database = await testDatabase();
  const db = guardStatements(database.db, 100);
  expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
  await expect(db.execute(sql`select pg_sleep(1)`)).rejects.toBeInstanceOf(Stranded);
  await expect(db.execute(sql`select 1 from nowhere`)).rejects.toThrow("Failed query");
});
