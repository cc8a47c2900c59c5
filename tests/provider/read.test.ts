import { describe, expect, test } from "bun:test";
import type { Fields } from "~/provider/reading/fields";
import { openBody } from "~/provider/reading/fields";
import { Warnings } from "~/provider/reading/warnings";

/** Reads one value of a body `{credits: {x: value}}` and returns it with the warnings. */
function reading<T>(value: unknown, read: (fields: Fields, key: string) => T) {
  const warnings = new Warnings();
  const part = openBody({ credits: { x: value } }, warnings).object("credits");
  if (part === null) throw new Error("no credits");
  return { value: read(part, "x"), warnings: warnings.list() };
}

type Read = (fields: Fields, key: string) => unknown;
const readers: Record<string, Read> = {
  text: (fields, key) => fields.text(key),
  name: (fields, key) => fields.name(key),
  code: (fields, key) => fields.identifier(key),
  whole: (fields, key) => fields.integer(key),
  id: (fields, key) => fields.id(key),
  number: (fields, key) => fields.number(key, { min: 0, max: 10 }),
  flag: (fields, key) => fields.boolean(key),
  date: (fields, key) => fields.date(key),
  moment: (fields, key) => fields.timestamp(key),
  imagePath: (fields, key) => fields.imagePath(key),
  webAddress: (fields, key) => fields.webAddress(key),
  country: (fields, key) => fields.country(key),
  language: (fields, key) => fields.language(key),
  object: (fields, key) => fields.object(key),
  list: (fields, key) => fields.list(key, (item) => item.id("id") ?? item.drop("id")),
  names: (fields, key) => fields.names(key),
  countries: (fields, key) => fields.countries(key),
};

describe("readers of the provider's fields", () => {
  test.each(Object.entries(readers))(
    'M18: %s takes a missing key, null and "" for absent',
    (_, read) => {
      for (const absent of [undefined, null, ""]) {
        expect(reading(absent, read)).toEqual({ value: null, warnings: [] });
      }
    },
  );

  test.each<[string, unknown, unknown]>([
    ["text", "  two\nlines ", "two\nlines"],
    ["text", " \t ", null],
    ["text", "pair 😀", "pair 😀"],
    ["code", "52fe43339251416c750075f7", "52fe43339251416c750075f7"],
    ["whole", 0, 0],
    ["whole", -0, 0],
    ["whole", 2_147_483_647, 2_147_483_647],
    ["number", 7, 7],
    ["number", 0, 0],
    ["number", 6.125, 6.125],
    ["flag", false, false],
    ["date", "2024-02-29", "2024-02-29"],
    ["date", "9999-12-31", "9999-12-31"],
    ["date", "2010-12-08T00:00:00.000Z", "2010-12-08"],
    ["moment", "2010-06-16 23:26:16 UTC", "2010-06-16T23:26:16.000Z"],
    ["moment", "2024-03-01T16:00:09.000Z", "2024-03-01T16:00:09.000Z"],
    ["moment", "2024-03-01T01:00:00+02:00", "2024-02-29T23:00:00.000Z"],
    ["imagePath", "/sScP5gPU8NqJXko7eMRKhBbbnwl.jpg", "/sScP5gPU8NqJXko7eMRKhBbbnwl.jpg"],
    ["webAddress", "http://www.example.com/a?b=c", "http://www.example.com/a?b=c"],
    ["country", "us", "US"],
    ["country", "XK", "XK"],
    ["language", "pt-BR", "pt-BR"],
    ["list", [], []],
    ["list", [{ id: 1 }, { id: 2 }], [1, 2]],
    ["names", ["A", " B ", "", " "], ["A", "B"]],
    ["countries", ["US", "gb", ""], ["US", "GB"]],
  ])("%s reads %j", (reader, value, expected) => {
    expect(reading(value, readers[reader] as Read)).toEqual({ value: expected, warnings: [] });
  });

  test.each<[string, unknown, unknown, string]>([
    ["text", 5, null, "credits.x: is a number, not a text; it was ignored"],
    [
      "text",
      "a\u0000b",
      "ab",
      "credits.x: held characters that cannot be stored; they were removed",
    ],
    [
      "text",
      "a\ud800b",
      "ab",
      "credits.x: held characters that cannot be stored; they were removed",
    ],
    ["text", "\u0000", null, "credits.x: held characters that cannot be stored; they were removed"],
    [
      "text",
      "x".repeat(20_001),
      "x".repeat(20_000),
      "credits.x: is longer than 20000 characters; it was cut",
    ],
    [
      "name",
      `${"x".repeat(499)}😀`,
      "x".repeat(499),
      "credits.x: is longer than 500 characters; it was cut",
    ],
    ["code", "x".repeat(121), null, "credits.x: is longer than 120 characters; it was ignored"],
    ["whole", 1.5, null, "credits.x: is not a whole number; it was ignored"],
    ["whole", -1, null, "credits.x: is not between 0 and 2147483647; it was ignored"],
    ["whole", 2_147_483_648, null, "credits.x: is not between 0 and 2147483647; it was ignored"],
    ["whole", "7", null, "credits.x: is a text, not a number; it was ignored"],
    ["id", 0, null, "credits.x: is not between 1 and 2147483647; it was ignored"],
    ["number", 10.1, null, "credits.x: is not between 0 and 10; it was ignored"],
    ["number", Infinity, null, "credits.x: is too large for a number; it was ignored"],
    ["flag", 0, null, "credits.x: is a number, not true or false; it was ignored"],
    [
      "date",
      "2023-02-29",
      null,
      "credits.x: is not a date of the calendar (YYYY-MM-DD); it was ignored",
    ],
    [
      "date",
      "0000-01-01",
      null,
      "credits.x: is not a date of the calendar (YYYY-MM-DD); it was ignored",
    ],
    [
      "date",
      "2024-5-1",
      null,
      "credits.x: is not a date of the calendar (YYYY-MM-DD); it was ignored",
    ],
    [
      "date",
      "+12024-05-01",
      null,
      "credits.x: is not a date of the calendar (YYYY-MM-DD); it was ignored",
    ],
    ["moment", "2024-01-01T25:00:00Z", null, "credits.x: is not a point in time; it was ignored"],
    ["moment", "yesterday", null, "credits.x: is not a point in time; it was ignored"],
    ["imagePath", "/../../etc/passwd", null, "credits.x: is not an image path; it was ignored"],
    ["imagePath", "//evil.example/a.jpg", null, "credits.x: is not an image path; it was ignored"],
    [
      "imagePath",
      "http://169.254.169.254/",
      null,
      "credits.x: is not an image path; it was ignored",
    ],
    ["imagePath", "/a@b.jpg", null, "credits.x: is not an image path; it was ignored"],
    ["imagePath", "/a\u2024jpg", null, "credits.x: is not an image path; it was ignored"],
    [
      "webAddress",
      "javascript:alert(1)",
      null,
      "credits.x: is not an http or https address; it was ignored",
    ],
    [
      "webAddress",
      "www.example.com",
      null,
      "credits.x: is not an http or https address; it was ignored",
    ],
    ["country", "USA", null, "credits.x: is not a country code of two letters; it was ignored"],
    ["language", "english!", null, "credits.x: is not a language tag; it was ignored"],
    ["object", [], null, "credits.x: is a list, not an object; it was ignored"],
    ["list", {}, null, "credits.x: is an object, not a list; it was ignored"],
    [
      "list",
      [{ id: 1 }, null],
      [1],
      "credits.x[1]: is null and not the object expected; it was left out",
    ],
    ["list", [{}, { id: 2 }], [2], "credits.x[0]: has no usable id; it was left out"],
    [
      "names",
      ["A", 5],
      ["A"],
      "credits.x[1]: is a number and not the text expected; it was left out",
    ],
    ["countries", ["U"], [], "credits.x[0]: is not a country code of two letters; it was left out"],
  ])(
    "S15, T8: %s refuses or repairs %j with a warning that names the place",
    (reader, value, expected, warning) => {
      expect(reading(value, readers[reader] as Read)).toEqual({
        value: expected,
        warnings: [warning],
      });
    },
  );

  test("S16: a list gives its first 10 000 items and says that it had more", () => {
    const items = Array.from({ length: 10_001 }, (_, index) => ({ id: index + 1 }));

    const { value, warnings } = reading(items, readers.list as Read);

    expect(value).toHaveLength(10_000);
    expect(warnings).toEqual(["credits.x: has more than 10000 items; the rest was left out"]);
  });

  test("P20: a list that lost an item to bad data is named, one that left out a row on purpose is not", () => {
    const warnings = new Warnings();
    const body = openBody({ a: [{}], b: { results: [5] }, c: [{}] }, warnings);

    body.list("a", (item) => item.drop("id"));
    body.object("b")?.list("results", () => 1);
    body.list("c", (item) => item.skip("it is not for us"));

    expect([...warnings.incomplete_parts]).toEqual(["a", "b"]);
  });
});

describe("Warnings", () => {
  test("keeps 50 texts and counts the rest", () => {
    const warnings = new Warnings();
    for (let index = 0; index < 60; index += 1) warnings.add(`x[${index}]`, "is odd");

    expect(warnings.count).toBe(60);
    expect(warnings.list()).toHaveLength(51);
    expect(warnings.list().at(-1)).toBe("and 10 more");
  });
});
