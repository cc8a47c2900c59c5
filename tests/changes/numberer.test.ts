import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { numberChanges, startNumberer } from "~/changes/numberer";
import { changeKinds } from "~/vocabulary";
import { type TestDatabase, testDatabase } from "../support/database";
import { groupsSince, headOf, numberAll, pageAfter } from "./feed";
import { ID, oneOfEach } from "./one-of-each";

setDefaultTimeout(30_000);

let database: TestDatabase;
let db: TestDatabase["db"];
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
});
afterEach(() => database.close());

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const keyword = (n: number) =>
  sql`insert into keywords (id, external_id, name)
    values (${`01900000-0000-7000-8000-${String(n).padStart(12, "0")}`}, ${n}, ${`k${n}`})`;

/** The keywords that the feed tells of after `since`, by the provider's id, with what happened. */
const told = async (since = 0) =>
  (await pageAfter(db, since)).map((entry) =>
    [entry.external_id, groupsSince(entry, since)].flat(),
  );

describe("numbers", () => {
  test("N60: one commit is numbered without gaps, by kind in the order of the feed, then by id", async () => {
    await oneOfEach(database.driver);
    await db.execute(keyword(99));
    await db.execute(keyword(98));
    await numberAll(db);
    const entries = await pageAfter(db, 0);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, place) => place + 1));
    expect(entries.map(({ kind }) => kind)).toEqual(["keyword", "keyword", ...changeKinds]);
    expect(entries.slice(0, 3).map(({ external_id }) => external_id)).toEqual([1, 98, 99]);
    expect(await headOf(db)).toBe(entries.length);
  });

  test("N60: a long transaction delays itself alone", async () => {
    await db.transaction(async (long) => {
      await long.execute(keyword(1));
      await db.execute(keyword(2));
      await numberAll(db);
      expect(await told()).toEqual([[2, "created"]]);
    });
    await numberAll(db);
    expect(await told()).toEqual([
      [2, "created"],
      [1, "created"],
    ]);
  });

  test("N62: what was rolled back is not told, be it a transaction or a savepoint of it", async () => {
    const rolledBack = db.transaction(async (tx) => {
      await tx.execute(keyword(1));
      tx.rollback();
    });
    await expect(rolledBack).rejects.toThrow();
    await db.transaction(async (tx) => {
      await tx.execute(keyword(2));
      await tx
        .transaction(async (inner) => {
          await inner.execute(keyword(3));
          inner.rollback();
        })
        .catch(() => {});
    });
    await numberAll(db);
    expect(await told()).toEqual([[2, "created"]]);
  });

  test("N63: many changes of an entity between two runs are one entry with all their groups", async () => {
    await oneOfEach(database.driver);
    await numberAll(db);
    const since = await headOf(db);
    await db.execute(sql`update movies set title = 'a'`);
    await db.execute(sql`update movies set popularity = 7`);
    await db.execute(sql`update movies set title = 'b'`);
    // A run never takes a part of what was noted of an entity, however little it may take.
    while ((await numberChanges(db, 1)) !== 0);
    const [entry, ...others] = await pageAfter(db, since);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: "movie", sequence: since + 1, created_sequence: 6 });
    expect(entry && groupsSince(entry, since)).toEqual(["names", "audience"]);
  });

  test("N63: groups keep the number of their own last change", async () => {
    await oneOfEach(database.driver);
    await numberAll(db);
    await db.execute(sql`update movies set removed_at = now()`);
    await numberAll(db);
    const since = await headOf(db);
    await db.execute(sql`update movies set removed_at = null`);
    await db.execute(sql`update credits set character = 'x'`);
    await numberAll(db);
    await db.execute(sql`update movies set title = 'a'`);
    await numberAll(db);
    const [entry] = await pageAfter(db, since);
    expect(entry && groupsSince(entry, since)).toEqual(["names", "credits", "lifecycle"]);
    expect(entry && groupsSince(entry, since + 1)).toEqual(["names"]);
    expect(entry && groupsSince(entry, since + 2)).toEqual([]);
  });

  test("N61, N69: a removed record is told as removed, and as live when it is back", async () => {
    await oneOfEach(database.driver);
    const states = async (removed_at: string) => {
      const since = await headOf(db);
      for (const table of ["movies", "series", "people", "collections"]) {
        await db.execute(sql.raw(`update ${table} set removed_at = ${removed_at}`));
      }
      await numberAll(db);
      const entries = await pageAfter(db, since);
      return entries.map((each) =>
        [each.kind, each.state, groupsSince(each, since)].flat().join(" "),
      );
    };
    await numberAll(db);
    const all = ["person", "collection", "movie", "series"];
    expect(await states("now()")).toEqual(all.map((kind) => `${kind} removed lifecycle`));
    expect(await states("null")).toEqual(all.map((kind) => `${kind} live lifecycle`));
  });

  test("N63: what is deleted leaves its number, its id at the provider and its series behind", async () => {
    await oneOfEach(database.driver);
    await numberAll(db);
    const since = await headOf(db);
    await db.execute(sql`delete from titles where kind = 'series'`);
    await db.execute(sql`delete from trending_lists`);
    await numberAll(db);
    expect(await pageAfter(db, since)).toMatchObject([
      { kind: "series", entity_id: ID.series, state: "deleted", external_id: 1 },
      { kind: "season", entity_id: ID.season, state: "deleted", parent_id: ID.series },
      { kind: "episode", entity_id: ID.episode, state: "deleted", parent_id: ID.series },
      { kind: "trending", state: "deleted" },
    ]);
  });

  test("N63: what came and went before it was numbered is told only if somebody could have read it", async () => {
    await db.transaction(async (tx) => {
      await tx.execute(keyword(1));
      await tx.execute(sql`delete from keywords`);
    });
    await db.execute(keyword(2));
    await db.execute(sql`delete from keywords`);
    await numberAll(db);
    expect(await told()).toEqual([[2, "deleted"]]);
  });

  test("N59: a season or an episode that comes, goes or is renamed changes its series, other changes do not", async () => {
    await oneOfEach(database.driver);
    await numberAll(db);
    const changed = async (statement: string) => {
      const since = await headOf(db);
      await db.execute(sql.raw(statement));
      await numberAll(db);
      return (await pageAfter(db, since)).map((each) =>
        [each.kind, groupsSince(each, since)].flat().join(" "),
      );
    };
    expect(
      await changed(
        `insert into seasons (id, series_id, season_number) values (gen_random_uuid(), '${ID.series}', 2)`,
      ),
    ).toEqual(["series seasons", "season created"]);
    expect(await changed("update episodes set runtime = 40")).toEqual(["episode facts"]);
    expect(await changed("update episodes set title = 'e'")).toEqual([
      "series seasons",
      "episode names",
    ]);
    expect(await changed("delete from episodes")).toEqual(["series seasons", "episode deleted"]);
  });
});

describe("the numberer", () => {
  test("N60: while one numbers, another leaves at once and does nothing", async () => {
    await db.execute(keyword(1));
    await db.transaction(async (tx) => {
      expect(await numberChanges(tx)).toBe(1);
      expect(await numberChanges(db)).toBeUndefined();
    });
    expect(await told()).toEqual([[1, "created"]]);
    expect(await numberChanges(db)).toBe(0);
  });

  test("N60: a numberer that ends in the middle leaves everything for the next", async () => {
    await db.execute(keyword(1));
    const cut = db.transaction(async (tx) => {
      await numberChanges(tx);
      tx.rollback();
    });
    await expect(cut).rejects.toThrow();
    expect(await told()).toEqual([]);
    await numberAll(db);
    expect(await told()).toEqual([[1, "created"]]);
  });

  test("N60: a commit is in the feed within a second, and its number is announced", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    await database.driver.listen("changes", resolve);
    const numberer = startNumberer({ db, driver: database.driver, log });
    await Bun.sleep(300);
    const start = performance.now();
    await db.execute(keyword(1));
    expect(await promise).toBe("1");
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(await told()).toEqual([[1, "created"]]);
    await numberer.stop();
  });

  test("N60: behind a pooler, where no commit is heard of, it looks by itself", async () => {
    const listen = () => Promise.reject(new Error("no notifications"));
    const numberer = startNumberer({ db, driver: { listen } as never, log });
    await db.execute(keyword(1));
    while ((await told()).length === 0) await Bun.sleep(50);
    await numberer.stop();
  });

  test("N60: trouble is logged once, and what was noted meanwhile is numbered after it", async () => {
    const errors: object[] = [];
    const troubled = { ...log, error: (facts: object) => errors.push(facts) };
    await db.execute(sql`alter table changes rename to away`);
    const numberer = startNumberer({ db, driver: database.driver, log: troubled });
    for (let n = 1; n <= 3; n += 1) {
      await db.execute(keyword(n));
      await Bun.sleep(150);
    }
    expect(errors).toHaveLength(1);
    await db.execute(sql`alter table away rename to changes`);
    while ((await told()).length < 3) await Bun.sleep(50);
    await numberer.stop();
  });
});
