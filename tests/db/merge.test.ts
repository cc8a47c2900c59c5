import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { sqlState } from "~/db/failure";
import { mergeRecords } from "~/db/merge";
import { keywords, people } from "~/db/schema";
import { inTransaction } from "~/db/transaction";
import { testDatabase } from "../support/database";

setDefaultTimeout(60_000);

const database = await testDatabase({ max: 12, lock_timeout_ms: 10_000 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate people, keywords cascade`);
});

const key = ["provider", "external_id"];
const person = (external_id: number, facts: Record<string, unknown> = {}) => ({
  id: uuidv7(),
  provider: "tmdb",
  external_id,
  name: `Person ${external_id}`,
  ...facts,
});
const merge = (rows: Record<string, unknown>[], options = {}) =>
  mergeRecords(db, people, key, rows, options);
const stored = (external_id = 1) =>
  db.execute<Record<string, unknown>>(sql`
    select id::text, name, biography, popularity, external_ids, also_known_as,
      updated_at > created_at as rewritten, ctid::text
    from people where external_id = ${external_id}`);

describe("mergeRecords", () => {
  test("M4: a new record is created under the id it brings, and keeps it ever after", async () => {
    const [first, second] = [person(1), person(1, { name: "Renamed" })];
    expect(await merge([first])).toEqual([
      { id: first.id, outcome: "created", provider: "tmdb", external_id: 1 },
    ]);
    expect(await merge([second])).toEqual([
      { id: first.id, outcome: "updated", provider: "tmdb", external_id: 1 },
    ]);
    expect(await stored()).toMatchObject([{ id: first.id, name: "Renamed", rewritten: true }]);
  });

  test("M4: a record that is as before is not written", async () => {
    await merge([person(1, { popularity: 2.5 })]);
    const before = await stored();
    expect(await merge([person(1, { popularity: 2.5 })])).toMatchObject([{ outcome: "unchanged" }]);
    expect(await stored()).toEqual(before);
  });

  test("M127: null overwrites no value, 0 and another value do", async () => {
    await merge([person(1, { biography: "Old", popularity: 2.5 })]);
    await merge([person(1, { biography: null, popularity: 0 })]);
    expect(await stored()).toMatchObject([{ biography: "Old", popularity: 0 }]);
    await merge([person(1, { biography: "New" })]);
    expect(await stored()).toMatchObject([{ biography: "New", popularity: 0 }]);
  });

  test("M127: null overwrites a column that is replaced; a filled one keeps what it has", async () => {
    await merge([person(1, { biography: "Old", popularity: null })]);
    const news = { biography: null, popularity: 2 };
    await merge([person(1, news)], { replace: ["biography"], fill: ["popularity"] });
    expect(await stored()).toMatchObject([{ biography: null, popularity: 2 }]);
    await merge([person(1, { popularity: 3 })], { fill: ["popularity"] });
    expect(await stored()).toMatchObject([{ popularity: 2 }]);
  });

  test("M127: external ids add up, source by source", async () => {
    await merge([person(1, { external_ids: { imdb: "nm1", tvdb: 7 } })]);
    await merge([person(1, { external_ids: { imdb: "nm2", wikidata: "Q1" } })]);
    await merge([person(1, { external_ids: null })]);
    await merge([person(1, { external_ids: {} })]);
    expect(await stored()).toMatchObject([
      { external_ids: { imdb: "nm2", tvdb: 7, wikidata: "Q1" } },
    ]);
  });

  test("rows that are locked make others wait even when they are as before, and are not written", async () => {
    await merge([person(1)]);
    const [before] = await stored();
    await db.transaction(async (tx) => {
      expect(await mergeRecords(tx, people, key, [person(1)], { lock: true })).toMatchObject([
        { outcome: "unchanged" },
      ]);
      const others = db.execute(sql`select from people for update skip locked`);
      expect(await others).toHaveLength(0);
    });
    expect((await stored())[0]?.ctid).toBe(before?.ctid);
  });

  test("M29: rows of one payload with the same key count once, the first one", async () => {
    const rows = [person(1, { name: "A" }), person(2), person(1, { name: "B" })];
    expect(await merge(rows)).toHaveLength(2);
    expect(await stored()).toMatchObject([{ name: "A" }]);
    expect(await merge([])).toEqual([]);
  });

  test("a record of nothing but its key is found or made", async () => {
    const row = () => ({ id: uuidv7(), provider: "tmdb", external_id: 9, name: "sea" });
    const [made] = await mergeRecords(db, keywords, key, [row()]);
    const [found] = await mergeRecords(db, keywords, key, [row()]);
    expect(found).toEqual({ ...made, outcome: "unchanged" } as never);
  });

  test("a row that another transaction inserts at the same time is found once that commits", async () => {
    const first = person(1);
    const second = person(1);
    const inserted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const winner = db.transaction(async (tx) => {
      await mergeRecords(tx, people, key, [first]);
      inserted.resolve();
      await commit.promise;
    });
    await inserted.promise;
    const loser = merge([second]);
    await waiting(1);
    commit.resolve();
    await winner;
    expect(await loser).toMatchObject([{ id: first.id }]);
    expect(await stored()).toHaveLength(1);
  });

  test("F24: a merge that meets a row stored meanwhile takes no lock behind it that it did not take before", async () => {
    await merge([person(1)]);
    await db.transaction(async (first) => {
      let second: Promise<void> | undefined;
      await db.transaction(async (other) => {
        await mergeRecords(other, people, key, [person(1, { name: "Renamed" }), person(2)]);
        // Its snapshot has the old name, which is also its own, and not the second person.
        second = mergeRecords(first, people, key, [person(1), person(2)]).then((merged) =>
          expect(merged.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]),
        );
        await waiting(1);
      });
      await second;
      await db.execute(sql`select from people where external_id = 1 for update nowait`);
    });
    expect(await stored()).toMatchObject([{ name: "Renamed" }]);
  });

  test("every text comes back as it went in", async () => {
    const texts = [
      '"',
      "\\",
      '\\"',
      "{a,b}",
      "NULL",
      "null",
      "",
      " ",
      "\n\t",
      ",",
      "'",
      "\\u0041",
      "𝄞é",
    ];
    await merge([
      person(1, { biography: texts.join("|"), also_known_as: texts }),
      ...texts.map((text, index) => person(index + 2, { biography: text, also_known_as: [] })),
    ]);
    const rows = await db.execute(sql`
      select biography, to_jsonb(also_known_as) as others from people order by external_id`);
    expect(rows).toEqual([
      { biography: texts.join("|"), others: texts },
      ...texts.map((biography) => ({ biography, others: [] })),
    ] as never);
  });

  test("F24: the same people merged in opposite orders by many never deadlock", async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const errors: unknown[] = [];
    const work = async (writer: number) => {
      for (let round = 0; round < 8; round += 1) {
        const rows = numbers.map((id) => person(id, { popularity: writer * 100 + round }));
        const ordered = (writer + round) % 2 === 0 ? rows : rows.toReversed();
        await db
          .transaction(async (tx) => {
            await mergeRecords(tx, people, key, ordered);
            await mergeRecords(tx, people, key, ordered, { lock: true });
          })
          .catch((error) => errors.push(sqlState(error)));
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(work));
    expect(errors).toEqual([]);
    expect(await db.execute(sql`select count(*)::int from people`)).toEqual([
      { count: 40 },
    ] as never);
  });
});

describe("inTransaction", () => {
  test("F10: work that PostgreSQL undid for another's sake runs again from its start", async () => {
    let runs = 0;
    const result = await inTransaction(db, async (tx) => {
      runs += 1;
      await mergeRecords(tx, people, key, [person(runs)]);
      if (runs < 3) await tx.execute(sql`do $$ begin raise sqlstate '40P01'; end $$`);
      return runs;
    });
    expect(result).toBe(3);
    expect(await db.execute(sql`select external_id from people`)).toEqual([
      { external_id: 3 },
    ] as never);
  });

  test("F10: a third deadlock and any other error go to the caller", async () => {
    for (const [state, expected] of [
      ["40P01", 3],
      ["40001", 3],
      ["P0001", 1],
    ] as const) {
      let runs = 0;
      const failed = inTransaction(db, async (tx) => {
        runs += 1;
        await tx.execute(sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`));
      });
      expect(sqlState(await failed.catch((error) => error))).toBe(state);
      expect(runs).toBe(expected);
    }
  });
});

/** Resolves once so many connections to this database wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const rows = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows.length >= count) return;
    await Bun.sleep(2);
  }
}
