import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { ClientTimeout, withClientTimeout } from "~/search/index/session";
import { testDatabase } from "../../support/database";

setDefaultTimeout(60_000);

test("F10: a statement whose result never arrives does not block the relay", async () => {
  await using database = await testDatabase();
  // Connecting takes time on a busy machine.
  await database.db.execute(sql`select`);
  const db = withClientTimeout(database.db, 1_000);
  expect([...(await db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
  await expect(db.execute(sql`select pg_sleep(2.5)`)).rejects.toBeInstanceOf(ClientTimeout);
  await expect(db.execute(sql`select 1 from nowhere`)).rejects.toThrow("Failed query");
});
