import { describe, expect, test } from "bun:test";
import { ImportRefused } from "~/imports/refusal";
import { chosen, daily, linesOf, selected, zipped } from "./files";

const named = async (content: string | Uint8Array): Promise<unknown[]> =>
  (await linesOf(content)).map(({ names }) => names);

describe("the formats of a file of ids", () => {
  test("N93: a list has an id or a reference on each line, with or without CR, BOM and blank lines", async () => {
    const list =
      "603\r\n\r\n  imdb:tt0133093 \ntmdb:604\ntvdb:121361\n\nwikidata:Q83495\ntt0137523";
    const expected = [
      603,
      "imdb:tt0133093",
      604,
      "tvdb:121361",
      "wikidata:Q83495",
      "imdb:tt0137523",
    ];
    expect(await named(list)).toEqual(expected);
    expect(await named(`\uFEFF${list}`)).toEqual(expected);
    expect(await named(zipped(`\uFEFF${list}\n`))).toEqual(expected);
  });

  test("N93: the provider's daily file is read as it is or as gzip, also of several parts", async () => {
    const file = `${daily(3924, 2.5)}\n${daily(6124, 0.6, { adult: true })}\n`;
    const expected = [
      { line: 1, names: 3924, popularity: 2.5, adult: false, tells: "movie" },
      { line: 2, names: 6124, popularity: 0.6, adult: true, tells: "movie" },
    ];
    expect(await linesOf(file)).toMatchObject(expected);
    expect(await linesOf(zipped(file))).toMatchObject(expected);
    const words = '{"id":"3924","popularity":"2.5","adult":"false"}\n{"id":"6124","adult":"true"}';
    expect(await linesOf(words)).toMatchObject([
      { names: 3924, popularity: 2.5, adult: false },
      { names: 6124, adult: true },
    ]);
    const parts = Buffer.concat([zipped(file), zipped(daily(5, 1))]);
    expect((await linesOf(parts)).map(({ names }) => names)).toEqual([3924, 6124, 5]);
  });

  test("N93: a CSV file is known by a column of ids; rows may have quotes, line breaks and other columns", async () => {
    const csv = 'title,id,note\n"The, Matrix",603,"two\nlines"\nFight Club,550,\n';
    expect(await linesOf(csv)).toMatchObject([
      { line: 3, names: 603 },
      { line: 4, names: 550 },
    ]);
    for (const column of ["tmdb", "tmdb_id", "tmdbId"]) {
      expect(await named(`${column}\r\n603\r\n\r\n604\r\n`)).toEqual([603, 604]);
    }
    for (const column of ["imdb", "imdb_id", "imdbId", "Const"]) {
      expect(await named(`"${column}";x\ntt0133093;1\n`)).toEqual(["imdb:tt0133093"]);
    }
    expect(await named("movieId,imdbId,tmdbId\n1,0114709,862\n2,0113497,\n")).toEqual([
      862,
      "imdb:tt0113497",
    ]);
    expect(await linesOf("id\tpopularity\tadult\n603\t85.5\tTrue\n")).toMatchObject([
      { names: 603, popularity: 85.5, adult: true },
    ]);
  });

  test("N93: a line that is none of that is named by its number, and the rest goes on", async () => {
    const bad = [
      "0",
      "0603",
      "2147483648",
      "-1",
      "6.5",
      "imdb:tt12",
      "facebook:x",
      "{",
      '{"id":"x"}',
      "null",
      "603 604",
      "\0",
    ];
    const selection = await selected(["603", ...bad, "604"].join("\n"));
    expect(selection.invalid).toBe(bad.length);
    expect(selection.total).toBe(bad.length + 2);
    expect(selection.invalid_lines.map(({ line }) => line)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(chosen(selection)).toEqual(["603", "604"]);
  });

  test("N93: text that is no file of ids is refused", async () => {
    const files = [
      "",
      "\n\n",
      "<!doctype html>\n<html></html>",
      "PK\u0003\u0004zip",
      new Uint8Array(Buffer.from("603\n604\n", "utf16le")),
      "id\n",
      "Title,Year\nThe Matrix,1999\n",
    ];
    for (const file of files) {
      const selection = await selected(file);
      expect(() => selection.kind("movie")).toThrow(ImportRefused);
    }
  });

  test("N93: a quote without an end and damaged gzip are refused", async () => {
    await expect(linesOf('id,title\n603,"The Matrix\n604,x\n')).rejects.toThrow(/line \d+/);
    const whole = zipped("603\n".repeat(1_000));
    await expect(linesOf(whole.subarray(0, -9))).rejects.toThrow(ImportRefused);
    const damaged = whole.slice();
    damaged.fill(7, 12, 20);
    await expect(linesOf(damaged)).rejects.toThrow(ImportRefused);
  });

  test("N93: no more comes out of gzip than is allowed, and no line grows without end", async () => {
    const bomb = zipped("0".repeat(50_000_000));
    await expect(linesOf(bomb, { most: 1_000_000 })).rejects.toThrow(/1000000 bytes/);
    const before = process.memoryUsage().rss;
    const lines = await linesOf(bomb, { size: 65_536 });
    expect(lines.map(({ text }) => text.length)).toEqual([65_536]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });
});
