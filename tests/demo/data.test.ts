import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import collections from "~/demo/collections.json" with { type: "json" };
import companies from "~/demo/companies.json" with { type: "json" };
import mentioned from "~/demo/mentioned.json" with { type: "json" };
import movies from "~/demo/movies.json" with { type: "json" };
import people from "~/demo/people.json" with { type: "json" };
import reference from "~/demo/reference.json" with { type: "json" };
import { files } from "~/demo/schema/files";
import type { Series } from "~/demo/schema/series";
import seriesRecords from "~/demo/series.json" with { type: "json" };
import { problemsOf } from "./problems";

const series: Series[] = seriesRecords;

const folder = join(import.meta.dir, "../../src/demo");
const read = (file: string): Promise<unknown> => Bun.file(join(folder, file)).json();

type Key = string | number;
const ids = (rows: readonly { id: number }[]): Key[] => rows.map((row) => row.id);
const names = (rows: readonly { name: string }[]): Key[] => rows.map((row) => row.name);
const codes = (rows: readonly { code: string }[]): Key[] => rows.map((row) => row.code);
const twice = (keys: readonly Key[]) => keys.filter((key, index) => keys.indexOf(key) !== index);

/** Every string in `value` that is written as a date. */
function datesIn(value: unknown): string[] {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(datesIn) : [];
}

describe("the demo's data", () => {
  test.each(Object.entries(files))(
    "%s has the shape that its schema says",
    async (file, schema) => {
      expect(problemsOf(file, schema, await read(file))).toEqual([]);
    },
  );

  test("every JSON file of the demo has a schema", () => {
    const there = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(there.filter((file) => file.endsWith(".json")).sort()).toEqual(
      Object.keys(files).sort(),
    );
  });

  test("a wrong record is told by file, place, id, what is allowed and what it has", () => {
    const [first] = movies;
    const wrong = [{ ...first, id: 19, release_date: "1927", runtme: 148, genres: [""] }];
    expect(problemsOf("movies.json", files["movies.json"], wrong)).toEqual([
      "movies.json/0/runtme (id 19): Unexpected property, found 148",
      'movies.json/0/genres/0 (id 19): Expected string length greater or equal to 1, found ""',
      'movies.json/0/release_date (id 19): Expected a date such as 1999-03-31, or a number of days from today (-24 is 24 days ago), found "1927"',
    ]);
  });

  test("no id stands twice in its table, nor a name that others refer to", () => {
    const { genres, keywords, networks, watch_providers, countries, languages, jobs } = reference;
    const twiceByTable = Object.entries({
      movies: ids([...movies, ...mentioned.movies]),
      series: ids([...series, ...mentioned.series]),
      seasons: ids(series.flatMap((one) => one.seasons)),
      collections: ids([...collections, ...mentioned.collections]),
      people: [...ids(people), ...names(people)],
      companies: [...ids(companies), ...names(companies)],
      networks: [...ids(networks), ...names(networks)],
      genres: [...ids(genres), ...names(genres)],
      keywords: [...ids(keywords), ...names(keywords)],
      watch_providers: ids(watch_providers),
      countries: codes(countries),
      languages: codes(languages),
      jobs: names(jobs),
    }).flatMap(([table, keys]) => twice(keys).map((key) => `${table}: ${key}`));
    expect(twiceByTable).toEqual([]);
    const numbers = series.map(({ seasons }) => seasons.map((season) => season.number));
    expect(numbers.flatMap(twice)).toEqual([]);
  });

  test("every date is a day of the calendar", async () => {
    const dates = (await Promise.all(Object.keys(files).map(read))).flatMap(datesIn);
    const wrong = dates.filter((date) => {
      const time = Date.parse(`${date}T00:00:00Z`);
      return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date;
    });
    expect(wrong).toEqual([]);
    expect(dates.length).toBeGreaterThan(300);
  });
});
