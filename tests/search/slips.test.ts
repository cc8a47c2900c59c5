import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { array } from "~/db/sql";
import { type TestDatabase, testDatabase } from "../support/database";

setDefaultTimeout(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const without = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);
const slips = {
  dropped: (text: string, at: number) => without(text, at),
  added: (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at),
  replaced: (text: string, at: number, letter: string) =>
    text.slice(0, at) + letter + text.slice(at + 1),
  swapped: (text: string, at: number) =>
    text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2),
};

/** A text of `length` letters of a small alphabet, so that letters repeat, in Latin or Cyrillic. */
const text = fc
  .tuple(
    fc.constantFrom("abc", "бвг"),
    fc.array(fc.nat({ max: 2 }), { minLength: 4, maxLength: 40 }),
  )
  .map(([letters, places]) => places.map((place) => letters[place]).join(""));

const misspelt = fc
  .tuple(text, fc.constantFrom(...Object.values(slips)), fc.double({ min: 0, max: 0.999 }))
  .map(([right, slip, where]) => ({
    right,
    wrong: slip(right, Math.floor(where * right.length), "c"),
  }));

describe("a misspelt text", () => {
  test("M89: shares a part with the right one, whatever the slip and its place", async () => {
    const pairs = fc.sample(misspelt, { numRuns: 3_000, seed: 11 });
    const missed = await database.db.execute(sql`
      select "right", wrong from unnest(${array(
        pairs.map(({ right }) => right),
        "text",
      )}, ${array(
        pairs.map(({ wrong }) => wrong),
        "text",
      )}) pair("right", wrong)
      where not search_slip_parts("right") && search_slip_probes(wrong)
        or not search_one_slip("right", wrong) or not search_one_slip(wrong, "right")`);
    expect([...missed]).toEqual([]);
  });

  test.each([
    ["caek", "case"],
    ["abcd", "badc"],
    ["matrix", "matr"],
    ["matrix", "axtrim"],
    ["ab", "cd"],
  ])("is more than one slip from another text (%s, %s)", async (wrong, right) => {
    const [row] = await database.db.execute(
      sql`select search_one_slip(${wrong}, ${right}) as near`,
    );
    expect(row).toEqual({ near: false });
  });
});
