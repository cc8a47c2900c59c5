import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { numberChanges } from "~/changes/numberer";
import { only } from "~/db/sql";
import { backfillAgain } from "../support/backfills";
import { type TestDatabase, testDatabase } from "../support/database";
import { catalogEntities, entitiesOf, headOf, numberAll, pageAfter } from "./feed";
import { oneOfEach } from "./one-of-each";

setDefaultTimeout(60_000);

let database: TestDatabase;
let db: TestDatabase["db"];
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
});
afterEach(() => database.close());

const NAME = "backfill_changes";

/** A catalog as a release left it that knew of no changes: 12,000 keywords, and one of each other kind. */
async function filledBefore(): Promise<void> {
  await oneOfEach(database.driver);
  await db.execute(sql`
    insert into keywords (id, external_id, name)
    select gen_random_uuid(), n, 'k' || n from generate_series(10, 12008) n`);
  await db.execute(sql`truncate changes, changes_pending`);
}

const keyword = (n: number) =>
  db.execute(
    sql`insert into keywords (id, external_id, name) values (gen_random_uuid(), ${n}, 'new')`,
  );

async function expectAllOnce(): Promise<void> {
  const entries = await pageAfter(db, 0);
  expect(entitiesOf(entries)).toEqual(await catalogEntities(db));
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, place) => place + 1));
  expect(entries.every((entry) => entry.created_sequence === entry.sequence)).toBe(true);
  expect(await headOf(db)).toBe(entries.length);
}

test("N68: the migration numbers every record that is there already, once, with its state and what it belongs to", async () => {
  await filledBefore();
  await db.execute(sql`update movies set removed_at = now()`);
  await db.execute(sql`truncate changes_pending`);
  await backfillAgain(database.driver, NAME);
  await expectAllOnce();
  const others = (await pageAfter(db, 0)).filter(({ kind }) => kind !== "keyword");
  expect(others.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    "company live",
    "provider live",
    "person live",
    "collection live",
    "movie removed",
    "series live",
    "season live",
    "episode live",
    "trending live",
  ]);
  expect(others.at(-2)?.parent_id).toBe(others[5]?.entity_id ?? "");
});

test("N68: it may be cut off and goes on where it was, while others write and number", async () => {
  await filledBefore();
  // After the first batch.
  await db.execute(sql`
    create function cut() returns trigger language plpgsql as $$ begin
      if new.sequence > 7000 then raise exception 'cut off'; end if; return new; end $$`);
  await db.execute(
    sql`create trigger cut before insert on changes for each row execute function cut()`,
  );
  await expect(backfillAgain(database.driver, NAME)).rejects.toThrow("cut off");
  expect(await headOf(db)).toBe(5_000);
  await db.execute(sql`drop trigger cut on changes`);

  let isDone = false;
  const writing = (async () => {
    for (let n = 100_000; !isDone; n += 1) {
      await keyword(n);
      await numberChanges(db);
    }
  })();
  await database.driver`drop procedure backfill_changes()`;
  await backfillAgain(database.driver, NAME);
  isDone = true;
  await writing;
  await numberAll(db);
  await expectAllOnce();
});

test("N68: a catalog that was loaded with triggers off is numbered by a call, and a second one does nothing", async () => {
  await filledBefore();
  await database.driver`call number_catalog()`.simple();
  const head = await headOf(db);
  await database.driver`call number_catalog()`.simple();
  expect(await headOf(db)).toBe(head);
  await expectAllOnce();
});

test("N62: a migration that stores what answers showed all along changes nothing", async () => {
  await oneOfEach(database.driver);
  await database.driver.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update people set adult = null`;
  });
  await db.execute(sql`truncate changes_pending`);
  const person = async () =>
    only(await db.execute(sql`select adult, updated_at::text from people`));
  const before = await person();

  await backfillAgain(database.driver, "backfill_people_adult");

  expect(await person()).toEqual({ ...before, adult: false });
  expect(await db.execute(sql`select from changes_pending`)).toHaveLength(0);
});
