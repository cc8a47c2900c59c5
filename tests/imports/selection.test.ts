import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chosen, daily, selected } from "./files";

const file = [daily(1, 5), daily(2, 9.5), daily(3, 7), daily(2, 1), daily(4, 8, { adult: true })];

describe("what is chosen from a file", () => {
  test("N93: the most popular come first, and the file's order where it tells no popularity", async () => {
    expect(chosen(await selected(file.join("\n")))).toEqual(["2", "3", "1"]);
    expect(chosen(await selected("9\n1\n5"))).toEqual(["9", "1", "5"]);
    expect(chosen(await selected(`7\n${daily(1, 5)}\n8\n${daily(2, 5)}`))).toEqual([
      "1",
      "2",
      "7",
      "8",
    ]);
  });

  test("N93: adult entries, repeats, and those that are not popular enough are skipped", async () => {
    const selection = await selected(file.join("\n"), { min_popularity: 7, include_adult: true });
    expect(chosen(selection)).toEqual(["2", "4", "3"]);
    expect([selection.total, selection.invalid]).toEqual([5, 0]);
    const top = await selected(file.join("\n"), { top: 2 });
    expect(chosen(top)).toEqual(["2", "3"]);
    expect([top.total, top.chosen]).toEqual([5, 2]);
  });

  test("N93: without a kind it is what the keys tell, else movie", async () => {
    const kindOf = async (content: string) => (await selected(content)).kind(undefined);
    expect(await kindOf("603")).toBe("movie");
    expect(await kindOf('{"id":603}')).toBe("movie");
    expect(await kindOf(daily(603, 1))).toBe("movie");
    expect(await kindOf('{"id":1399,"original_name":"x","popularity":1}')).toBe("series");
    expect(await kindOf('{"id":6384,"name":"x","popularity":1,"adult":false}')).toBe("person");
    expect(kindOf('{"id":10,"name":"x"}')).rejects.toThrow("say which kind");
    const collections = await selected('{"id":10,"name":"x"}');
    expect(collections.kind("collection")).toBe("collection");
    const movies = await selected(daily(603, 1));
    expect(() => movies.kind("series")).toThrow("of kind movie");
  });

  test("N93: a popularity that the file does not tell cannot be asked for", async () => {
    const selection = await selected("603\n604", { min_popularity: 1 });
    expect(() => selection.kind("movie")).toThrow("no popularity");
  });

  test("N95: whatever the file, each id is chosen once at most, and no line both names one and is invalid", async () => {
    const line = fc.oneof(
      fc.integer({ min: -2, max: 30 }).map(String),
      fc.integer({ min: 1, max: 9 }).map((n) => `imdb:tt000000${n}`),
      fc
        .tuple(
          fc.integer({ min: 1, max: 30 }),
          fc.float({ min: 0, max: 9, noNaN: true }),
          fc.boolean(),
        )
        .map(([id, popularity, adult]) => daily(id, popularity, { adult })),
      fc.constant(""),
      fc.string({ maxLength: 8 }).filter((text) => !/[\r\n]/.test(text)),
    );
    const wishes = fc.record({
      top: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      include_adult: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 60 }), wishes, async (lines, wish) => {
        const selection = await selected(lines.join("\r\n"), wish);
        const entries = chosen(selection);
        expect(new Set(entries).size).toBe(entries.length);
        expect(entries).toHaveLength(selection.chosen);
        expect(entries.length + selection.invalid).toBeLessThanOrEqual(selection.total);
        expect(entries.length).toBeLessThanOrEqual(wish.top ?? 60);
      }),
    );
  });
});
