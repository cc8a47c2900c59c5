import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { PersonSummary } from "~/catalog/people/model";
import * as schema from "~/db/schema";
import { type Page, type TestCatalog, testCatalog, walk } from "../catalog";
import { moment, publicId, stamps, uuid } from "../ids";

type Row = (typeof schema.people)["$inferInsert"];

const names = ["Zorro", "alien", "Élite", "elite", "Elite", "Ärger", "zorro", "Bo"];
const departments = ["Acting", "Directing", null];

/** 60 people: few names and few popularities, so that most rows tie; every tenth is adult. */
const crowd: Row[] = Array.from({ length: 60 }, (_, n) => ({
  id: uuid((n * 7919) % 104_729),
  external_id: n,
  name: names[n % names.length] ?? "",
  known_for_department: departments[n % 3] ?? null,
  popularity: n % 5 === 0 ? null : n % 4,
  adult: [true, null, false][Math.min(n % 10, 2)] ?? null,
  ...stamps,
}));
const shown = crowd.filter(({ adult }) => adult !== true);
const idOf = ({ id }: Row) => `person_${id.replaceAll("-", "")}`;

type Order = (a: Row, b: Row) => number;
const sameWithoutCase = new Intl.Collator("und", { sensitivity: "accent" });
const byName: Order = (a, b) => sameWithoutCase.compare(a.name, b.name);
const byPopularity =
  (sign: number): Order =>
  ({ popularity: a }, { popularity: b }) => {
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return (typeof a === "number" ? 0 : 1) - (typeof b === "number" ? 0 : 1);
  };
const sorted = (rows: Row[], order: Order) =>
  rows.toSorted((a, b) => order(a, b) || (a.id < b.id ? -1 : 1)).map(idOf);

describe("GET /people", () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await testCatalog();
    await catalog.db.insert(schema.people).values(crowd);
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  const oracle: Record<string, Order> = {
    popularity: byPopularity(-1),
    "popularity.desc": byPopularity(-1),
    "popularity.asc": byPopularity(1),
    name: byName,
    "name.asc": byName,
    "name.desc": (a, b) => byName(b, a),
  };
  for (const [sort_by, order] of Object.entries(oracle)) {
    test(`M67 M78: all pages by ${sort_by} hold each person exactly once, in order, nulls last`, async () => {
      const expected = sorted(shown, order);
      for (const page_size of [1, 7, 50]) {
        const people = await walk<PersonSummary>(catalog, `/people?sort_by=${sort_by}`, page_size);
        expect(people.map(({ id }) => id)).toEqual(expected);
      }
    });
  }

  test("M64 M65 M78: by default the 20 most popular, in one statement", async () => {
    const { body, statements } = await catalog.get<Page<PersonSummary>>("/people");
    const { results, ...envelope } = body;
    expect({ statements, ...envelope, ids: results.map(({ id }) => id) }).toEqual({
      statements: 1,
      page: 1,
      page_size: 20,
      total_results: shown.length,
      total_pages: Math.ceil(shown.length / 20),
      ids: sorted(shown, byPopularity(-1)).slice(0, 20),
    });
  });

  test("M34: an item is the person's summary and nothing else", async () => {
    const { body } = await catalog.get<Page<PersonSummary>>("/people?sort_by=name&page_size=1");
    const first = shown.find((row) => idOf(row) === sorted(shown, byName)[0]);
    expect(body.results).toEqual([
      {
        id: first ? idOf(first) : "",
        kind: "person",
        name: "alien",
        known_for_department: first?.known_for_department ?? null,
        popularity: first?.popularity ?? null,
        gender: null,
        profile_path: null,
        adult: false,
        updated_at: moment,
        removed_at: null,
      },
    ]);
  });

  test("M66 X8: a page past the end is empty and keeps the true totals", async () => {
    for (const page of [4, 1_000_000]) {
      const { body, statements } = await catalog.get(`/people?page=${page}`);
      expect({ body, statements }).toEqual({
        statements: 1,
        body: { page, page_size: 20, total_results: 54, total_pages: 3, results: [] },
      });
    }
  });

  test("M78: known_for_department is compared as a plain string and never refused", async () => {
    const acting = shown.filter((row) => row.known_for_department === "Acting");
    const path = "/people?known_for_department=";
    const found = await walk<PersonSummary>(catalog, `${path}Acting`, 50);
    expect(found.map(({ id }) => id)).toEqual(sorted(acting, byPopularity(-1)));
    for (const nothing of ["acting", "Act%25", "'%22%5C", "x".repeat(2_000)]) {
      expect(await catalog.get(`${path}${nothing}`)).toEqual({
        status: 200,
        statements: 1,
        body: { page: 1, page_size: 20, total_results: 0, total_pages: 0, results: [] },
      });
    }
  });

  test("M90: adult people show only when asked for", async () => {
    const all = await walk<PersonSummary>(catalog, "/people?include_adult=true", 50);
    expect(all.map(({ id }) => id)).toEqual(sorted(crowd, byPopularity(-1)));
  });

  test("M64 M78 M149: a bad sort or page is refused without a statement", async () => {
    const bad = ["sort_by=id", "page=0", "page=1000001", "page_size=51", "include_adult=yes"];
    const answers = await Promise.all(
      bad.map(async (query) => {
        const answer = await catalog.get<{ error: { code: string } }>(`/people?${query}`);
        return [query, answer.status, answer.body.error.code, answer.statements];
      }),
    );
    expect(answers).toEqual([
      ["sort_by=id", 422, "invalid_filter", 0],
      ["page=0", 422, "validation_error", 0],
      ["page=1000001", 422, "validation_error", 0],
      ["page_size=51", 422, "validation_error", 0],
      ["include_adult=yes", 422, "validation_error", 0],
    ]);
  });

  test("M67: accents and case do not split the alphabet; ties fall to the id", async () => {
    const other = await testCatalog();
    const given = ["Zorro", "alien", "Élite", "elite", "Zebra", "Alien"];
    await other.db
      .insert(schema.people)
      .values(given.map((name, n) => ({ id: uuid(n + 1), external_id: n, name })));
    const people = await walk<PersonSummary>(other, "/people?sort_by=name", 2);
    expect(people.map(({ name }) => name)).toEqual([
      "alien",
      "Alien",
      "elite",
      "Élite",
      "Zebra",
      "Zorro",
    ]);
    expect(people[0]?.id).toBe(publicId("person", 2));
    await other[Symbol.asyncDispose]();
  });
});
