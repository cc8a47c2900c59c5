import { expect, test } from "bun:test";
import fc from "fast-check";
import { IdList } from "~/imports/id-list";

test("N93, N94: a list of ids has each once, in the order in which they came, however many", () => {
  const number = fc.oneof(
    fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
    // Equal low bits, which share a place in the table.
    fc.integer({ min: 1, max: 40 }).map((n) => n << 20),
    fc.integer({ min: 1, max: 50 }),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 5_000, size: "max" }), (numbers) => {
      const list = new IdList();
      const expected = new Set<number>();
      for (const each of numbers) {
        expect(list.add(each)).toBe(!expected.has(each));
        expected.add(each);
      }
      expect(Array.from({ length: list.length }, (_, place) => list.at(place))).toEqual([
        ...expected,
      ]);
    }),
    { numRuns: 30 },
  );
});
