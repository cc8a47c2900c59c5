import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import { alternate_titles, titles, videos } from "~/db/schema";
import { testDatabase } from "../support/database";

const database = await testDatabase();
const { db } = database;
afterAll(database.close);

const [one, two] = [uuidv7(), uuidv7()];
beforeEach(async () => {
  await db.execute(sql`truncate titles cascade`);
  await db.insert(titles).values([
    { id: one, kind: "movie", external_id: 1 },
    { id: two, kind: "movie", external_id: 2 },
  ]);
});

const byId = { owner: ["title_id"], key: ["external_id"] };
const video = (external_id: string, facts: Record<string, unknown> = {}) => ({
  id: uuidv7(),
  title_id: one,
  external_id,
  site: "YouTube",
  key: external_id,
  name: null,
  position: 0,
  ...facts,
});
const reconcile = (rows: Record<string, unknown>[], keep = false) =>
  reconcileChildren(db, videos, { ...byId, keep }, rows);
const stored = () =>
  db.execute<Record<string, unknown>>(sql`
    select id::text, external_id, name, position, title_id::text, ctid::text from videos
    order by title_id, external_id`);
const named = async () => (await stored()).map((row) => row.external_id);

const byPlace = { owner: ["title_id"], key: ["position"], same: ["title"] };
const places = (rows: [title: string, type: string | null][], keep = false) =>
  reconcileChildren(
    db,
    alternate_titles,
    { ...byPlace, keep },
    rows.map(([title, type], position) => ({ title_id: one, position, title, type })),
  );
const placed = () =>
  db.execute(sql`select title, type from alternate_titles order by position`) as Promise<unknown>;

describe("reconcileChildren", () => {
  test("M4: kept children keep their ids, gone ones go, new ones come", async () => {
    await reconcile([video("a"), video("b")]);
    const [, kept] = await stored();
    await reconcile([video("b", { name: "B" }), video("c")]);
    expect(await stored()).toMatchObject([
      { id: kept?.id, external_id: "b", name: "B" },
      { external_id: "c" },
    ]);
  });

  test("M4: a child that is as before is not written", async () => {
    await reconcile([video("a", { name: "A" }), video("b")]);
    const before = await stored();
    await reconcile([video("b"), video("a", { name: "A" })]);
    expect(await stored()).toEqual(before);
  });

  test("M134: an owner without a row keeps its children", async () => {
    await reconcile([video("a"), video("z", { title_id: two })]);
    await reconcile([]);
    await reconcile([video("b")]);
    expect(await stored()).toMatchObject([
      { external_id: "b", title_id: one },
      { external_id: "z", title_id: two },
    ]);
  });

  test("M29: a child that stands in one payload twice counts once, the first one", async () => {
    await reconcile([video("a", { name: "First" }), video("a", { name: "Second" })]);
    expect(await stored()).toMatchObject([{ external_id: "a", name: "First" }]);
  });

  test("M127: null overwrites no value of a kept child", async () => {
    await reconcile([video("a", { name: "A", position: 1 })]);
    await reconcile([video("a", { name: null, position: 0 })]);
    expect(await stored()).toMatchObject([{ name: "A", position: 0 }]);
  });

  test("P20: a list known to be incomplete removes nothing and still adds", async () => {
    await reconcile([video("a"), video("b")]);
    await reconcile([video("b", { name: "B" }), video("c")], true);
    expect(await named()).toEqual(["a", "b", "c"]);
  });

  test("M127: at a place of a list, null keeps the value of the same thing alone", async () => {
    await places([
      ["Éclair", "working title"],
      ["Blitz", "short"],
    ]);
    await places([
      ["Éclair", null],
      ["Rayo", null],
      ["Blitz", null],
    ]);
    expect(await placed()).toEqual([
      { title: "Éclair", type: "working title" },
      { title: "Rayo", type: null },
      { title: "Blitz", type: null },
    ]);
  });

  test("P20: an incomplete list of places leaves a stored one alone, and fills an empty one", async () => {
    await places([["A", null]], true);
    expect(await placed()).toEqual([{ title: "A", type: null }]);
    await places([["B", null]], true);
    await places([
      ["B", null],
      ["C", null],
    ]);
    await places([["C", null]], true);
    expect(await placed()).toEqual([
      { title: "B", type: null },
      { title: "C", type: null },
    ]);
  });
});
