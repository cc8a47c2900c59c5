import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { genres, movieStatuses, seriesStatuses, type TitleKind } from "~/vocabulary";
import { type Page, type TestCatalog, testCatalog, walk } from "../catalog";
import { publicId } from "../ids";
import {
  type Asked,
  type Field,
  genreId,
  matches,
  ordered,
  queryOf,
  type Title,
  titlesOf,
} from "./oracle";
import { storeKeywords, storeTitles } from "./rows";

type Item = { id: string };
type Names = Record<string, Field>;

const kinds: {
  kind: TitleKind;
  path: string;
  titles: Title[];
  statuses: string[];
  names: Names;
}[] = [
  {
    kind: "movie",
    path: "/movies",
    titles: titlesOf(movieStatuses, 260, 1),
    statuses: [...movieStatuses],
    names: {
      popularity: "popularity",
      release_date: "date",
      primary_release_date: "date",
      rating: "rating",
      vote_average: "rating",
      title: "title",
    },
  },
  {
    kind: "series",
    path: "/series",
    titles: titlesOf(seriesStatuses, 140, 200_000),
    statuses: [...seriesStatuses],
    names: {
      popularity: "popularity",
      air_date: "date",
      first_air_date: "date",
      rating: "rating",
      vote_average: "rating",
      title: "title",
      name: "title",
    },
  },
];

/** Makes the statements believe in tables of another size: 0 rows are walked, endless ones gathered. */
const pretendRows = (catalog: TestCatalog, rows: number) =>
  catalog.db.execute(sql`update pg_class set reltuples = ${rows}
    where oid in ('movies'::regclass, 'series'::regclass)`);

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  await storeKeywords(catalog.db);
  for (const { kind, titles } of kinds) await storeTitles(catalog.db, kind, titles);
});
afterAll(() => catalog[Symbol.asyncDispose]());

for (const { kind, path, titles, statuses, names } of kinds) {
  const idsOf = (some: Title[]) => some.map(({ n }) => publicId(kind, n));
  const expected = (asked: Asked, field: Field, direction: "asc" | "desc") =>
    idsOf(ordered(titles.filter(matches(asked)), field, direction));

  describe(`GET ${path}`, () => {
    for (const [name, field] of Object.entries(names)) {
      test(`M67 M71 M74 M77: all pages by ${name} hold each title once, in order, nulls last`, async () => {
        const natural = field === "title" ? "asc" : "desc";
        for (const [suffix, direction] of [
          ["", natural],
          [".asc", "asc"],
          [".desc", "desc"],
        ] as const) {
          const all = expected({}, field, direction);
          for (const page_size of [7, 50]) {
            const found = await walk<Item>(catalog, `${path}?sort_by=${name}${suffix}`, page_size);
            expect(found.map(({ id }) => id)).toEqual(all);
          }
        }
      });
    }

    test("M64 M65 M70: by default the 20 most popular, in one statement", async () => {
      const { body, statements } = await catalog.get<Page<Item>>(path);
      const { results, ...envelope } = body;
      const all = expected({}, "popularity", "desc");
      expect({ statements, ...envelope, ids: results.map(({ id }) => id) }).toEqual({
        statements: 1,
        page: 1,
        page_size: 20,
        total_results: all.length,
        total_pages: Math.ceil(all.length / 20),
        ids: all.slice(0, 20),
      });
    });

    const asked = fc.record(
      {
        genre: fc.oneof(
          fc.constantFrom(6, 3, 19, 0),
          fc.record({
            places: fc.uniqueArray(fc.constantFrom(6, 3, 19, 0), { minLength: 1, maxLength: 4 }),
            match: fc.constantFrom("all", "any"),
          }),
        ),
        year: fc.constantFrom(1902, 1999, 2024, 2027, 1950),
        status: fc.constantFrom(...statuses),
        keyword: fc.oneof(
          fc.record({ id: fc.constantFrom(0, 1, 2, 3, 4) }),
          fc.record({ name: fc.constantFrom("TIME travel", "Heist", "100%_\\", "ÉLAN", "none") }),
        ),
        vote_count_gte: fc.constantFrom(0, 1, 3, 6),
        include_adult: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    for (const rows of [0, 100, 1_000_000_000]) {
      test(`M66 M70 M72 M75 M77: lists, totals and pages equal an independent computation (${rows} rows assumed)`, async () => {
        await pretendRows(catalog, rows);
        const names = fc.constantFrom<Field>("popularity", "date", "rating", "title");
        const word = {
          popularity: "popularity",
          date: kind === "movie" ? "release_date" : "air_date",
          rating: "rating",
          title: "title",
        };
        const direction = fc.constantFrom<"asc" | "desc">("asc", "desc");
        const pages = fc.record({
          page: fc.integer({ min: 1, max: 6 }),
          size: fc.constantFrom(1, 5, 20, 50),
        });
        await fc.assert(
          fc.asyncProperty(
            asked,
            names,
            direction,
            pages,
            async (filter, field, way, { page, size }) => {
              const all = expected(filter as Asked, field, way);
              const query = queryOf(filter as Asked, `${word[field]}.${way}`);
              const answer = await catalog.get<Page<Item>>(
                `${path}?${query}&page=${page}&page_size=${size}`,
              );
              expect({ ...answer.body, results: answer.body.results.map(({ id }) => id) }).toEqual({
                page,
                page_size: size,
                total_results: all.length,
                total_pages: Math.ceil(all.length / size),
                results: all.slice((page - 1) * size, page * size),
              });
              expect(answer.statements).toBe(1);
            },
          ),
          { numRuns: 120 },
        );
      });
    }

    test("M70 M75 M77: a genre is named by its id or, in any case, by its name", async () => {
      for (const [place, { name }] of genres.entries()) {
        const byId = await catalog.get<Page<Item>>(`${path}?genre=${genreId(place)}`);
        for (const text of [name, name.toLowerCase(), name.toUpperCase()]) {
          const plain = encodeURIComponent(text);
          for (const genre of [plain, plain.replaceAll("%20", "+")]) {
            expect(await catalog.get(`${path}?genre=${genre}`)).toEqual(byId);
          }
        }
      }
    });

    test("M70 M76: of several genres , asks for all and | for any, by name and id alike", async () => {
      const total = async (genre: string) =>
        (await catalog.get<Page<Item>>(`${path}?genre=${genre}`)).body.total_results;
      const count = (match: "all" | "any") =>
        titles.filter(matches({ genre: { places: [6, 3], match } })).length;
      expect(await total(`${genreId(6)},Comedy`)).toBe(await total(`${genreId(3)},${genreId(6)}`));
      expect(await total(`${genreId(6)},${genreId(3)}`)).toBe(count("all"));
      expect(await total(`${genreId(6)}|${genreId(3)}`)).toBe(count("any"));
      expect(await total(`${genreId(6)}%7C${genreId(6)}`)).toBe(await total(genreId(6)));
      const unknown = `genre_${"0".repeat(32)}`;
      expect(await total(`${genreId(6)},${unknown}`)).toBe(0);
      expect(await total(`${genreId(6)}|${unknown}`)).toBe(await total(genreId(6)));
    });

    test("M66 X8 B18: a page past the end is empty and keeps the true totals", async () => {
      for (const filter of [
        "",
        "&status=canceled",
        "&keyword=heist",
        "&vote_count_gte=3",
        "&year=1999",
      ]) {
        const first = await catalog.get<Page<Item>>(`${path}?page_size=50${filter}`);
        const past = await catalog.get<Page<Item>>(`${path}?page=1000000&page_size=50${filter}`);
        expect(first.body.total_results).toBeGreaterThan(0);
        expect(past).toMatchObject({ status: 200, statements: 1 });
        expect(past.body).toEqual({ ...first.body, page: 1_000_000, results: [] });
      }
    });

    test("M90 N69: adult titles show only when asked for, removed ones never", async () => {
      const hidden = await catalog.get<Page<Item>>(`${path}?include_adult=false`);
      const all = await catalog.get<Page<Item>>(`${path}?include_adult=true`);
      expect([hidden.body.total_results, all.body.total_results]).toEqual([
        titles.filter(({ adult, removed }) => !adult && !removed).length,
        titles.filter(({ removed }) => !removed).length,
      ]);
    });
  });
}
