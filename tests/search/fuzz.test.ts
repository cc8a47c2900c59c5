import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { type Result, type SearchedCatalog, searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

let catalog: SearchedCatalog;

const titles = [
  "Amélie",
  "Spider-Man: No Way Home",
  "The Good, the Bad and the Ugly",
  "千と千尋の神隠し",
  "Сталкер",
  "$9.99",
  "!!!",
  "2001: A Space Odyssey",
  "Rocky II",
  "O'Brien & Sons",
];

beforeAll(async () => {
  catalog = await searchedCatalog();
  for (const [index, title] of titles.entries()) {
    await catalog.addMovie({ title, year: 1990 + index, votes: 10 ** (index % 5) });
  }
  await catalog.addPerson({ name: "Ana O'Brien", popularity: 3 });
});
afterAll(() => catalog[Symbol.asyncDispose]());

/** Operators of query languages, unusual characters and words of titles. */
const piece = fc.oneof(
  fc.constantFrom(
    ..."' \" \\ % _ : & | ! ( ) <-> :* :A $$ -- ; * ? [ ] { } ^ ~ @ # = ` ´ ’ · …".split(" "),
  ),
  fc.constantFrom(...titles.flatMap((title) => title.split(" "))),
  fc.constantFrom("\u0301", "\u202e", "ﬁ", "ＡＢ", "💥", "\u200b", "ᄒ", "٣", "IX", "2021", "AND"),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(" "))
  .filter((query) => !query.includes("\0") && query.isWellFormed());

type Slice = { total_results: number; results: Result[] };

/** One page; undefined when the service refuses the text. */
async function pageOf(query: string, page: number, page_size: number): Promise<Slice | undefined> {
  const parameters = { query, type: "movie,person", page: `${page}`, page_size: `${page_size}` };
  const { status, body } = await catalog.raw(String(new URLSearchParams(parameters)));
  expect([200, 422]).toContain(status);
  return status === 200 ? (body as Slice) : undefined;
}

/** The results of all pages up to the first empty one, and its total. */
async function readAllPages(
  query: string,
  page_size: number,
): Promise<{ seen: Result[]; total: number }> {
  const seen: Result[] = [];
  for (let page = 1; ; page += 1) {
    const slice = await pageOf(query, page, page_size);
    if (slice === undefined || slice.results.length === 0) {
      return { seen, total: slice?.total_results ?? 0 };
    }
    seen.push(...slice.results);
  }
}

describe("GET /search", () => {
  test("S12, S13, M89: every text is answered with 200 or 422", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        await pageOf(query, 1, 20);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test("M66, M67: the pages of any search have as many results as the total, without repeats, in order of score", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 4 }), async (query, page_size) => {
        const { seen, total } = await readAllPages(query, page_size);
        expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
        expect(seen).toHaveLength(total);
        const scores = seen.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
