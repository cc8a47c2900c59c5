import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { listIncludes } from "~/catalog/titles/list-includes";
import { watchProviderAttribution } from "~/vocabulary/attributions";
import { type Page, refusal, type TestCatalog, testCatalog } from "../catalog";
import { publicId } from "../ids";
import { company, givenListed, movieNumbers, recommending, seriesNumbers } from "./listed-rows";

setDefaultTimeout(120_000);

type Item = { id: string; kind: string } & Record<string, unknown>;
type Credited = { cast: object[]; crew: { job: string | null }[]; creators: object[] };
type Detail = Item & { watch_providers: { results: Record<string, object> } };

let catalog: TestCatalog;
/** What the reads of one title say, by its id. */
const known = new Map<string, { detail: Detail; credits: Credited }>();

const pathOf = (id: string) => (id.startsWith("movie") ? `/movies/${id}` : `/series/${id}`);

beforeAll(async () => {
  catalog = await testCatalog();
  await givenListed(catalog.db);
  const ids = [
    ...movieNumbers.map((n) => publicId("movie", n)),
    ...seriesNumbers.map((n) => publicId("series", n)),
  ];
  for (const id of ids) {
    const { body: detail } = await catalog.get<Detail>(pathOf(id));
    const { body: credits } = await catalog.get<Credited>(`${pathOf(id)}/credits`);
    known.set(id, { detail, credits });
  }
});
afterAll(() => catalog[Symbol.asyncDispose]());

/** What the reads of single titles say about the title of an item. */
function expected({ id, kind }: Item, country: string | undefined) {
  const { detail, credits } = known.get(id) ?? expect.unreachable();
  const { cast, crew, creators } = credits;
  const first = cast.slice(0, 5);
  const offered = detail.watch_providers.results[country ?? ""];
  return {
    external_ids: detail.external_ids,
    top_credits:
      kind === "movie"
        ? { cast: first, directors: crew.filter(({ job }) => job === "Director") }
        : { cast: first, creators },
    watch_providers: offered ? { attribution: watchProviderAttribution, ...offered } : null,
    keywords: detail.keywords,
  };
}

const lists = [
  "/movies",
  "/series",
  "/movies/now-playing",
  "/movies/upcoming",
  "/movies/trending",
  "/series/trending",
  `/movies/${publicId("movie", recommending)}/recommendations`,
  `/companies/${publicId("company", company)}/movies`,
  `/companies/${publicId("company", company)}/series`,
];
const orders = ["popularity", "title", "rating.asc"];

const asked = fc.record({
  list: fc.constantFrom(...lists),
  include: fc.shuffledSubarray([...listIncludes], { minLength: 1 }),
  country: fc.constantFrom("US", "de", "FR", "JP"),
  page: fc.integer({ min: 1, max: 4 }),
  page_size: fc.constantFrom(1, 7, 20, 50),
  order: fc.constantFrom(...orders),
});

describe("include on lists", () => {
  test("N11 N22: every item of every list carries what the reads of its title say, last and in one order, by one statement", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(asked, async ({ list, include, country, page, page_size, order }) => {
        const query = `${list}?page=${page}&page_size=${page_size}&sort_by=${order}&country=${country}`;
        const plain = await catalog.get<Page<Item>>(query);
        const more = await catalog.get<Page<Item>>(`${query}&include=${include.join(",")}`);
        expect(more.status).toBe(200);
        const { results, ...envelope } = plain.body;
        const withMore = results.map((item) => {
          const all = expected(item, country.toUpperCase());
          const names = listIncludes.filter((name) => include.includes(name));
          return { ...item, ...Object.fromEntries(names.map((name) => [name, all[name]])) };
        });
        expect(JSON.stringify(more.body)).toBe(JSON.stringify({ ...envelope, results: withMore }));
        expect(more.statements).toBe(plain.statements);
        if (results.length > 0) seen.add(list);
      }),
      { numRuns: 300 },
    );
    expect([...seen].toSorted()).toEqual(lists.toSorted());
  });

  test("N22 N23: filters, later pages and any order bring along the same", async () => {
    const query = "page_size=5&page=2&keyword=word%201%202001&sort_by=title.desc";
    const plain = await catalog.get<Page<Item>>(`/movies?${query}`);
    const more = await catalog.get<Page<Item>>(`/movies?${query}&include=keywords`);
    expect(more.body.total_results).toBe(plain.body.total_results);
    const { results } = more.body;
    expect(results.map(({ id }) => id)).toEqual(plain.body.results.map(({ id }) => id));
    for (const item of results) expect(item.keywords).toEqual(expected(item, "US").keywords);
  });

  test("N22 M110: attribution is the first field of offers in a list, and null stands for none", async () => {
    const path = "/movies?page_size=50&include=watch_providers&country=US";
    const { body } = await catalog.get<Page<Item>>(path);
    const offered = body.results.map(({ watch_providers }) => watch_providers);
    expect(offered.filter((each) => each === null).length).toBeGreaterThan(0);
    const keys = offered.filter((each) => each !== null).map((each) => Object.keys(each as object));
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.map(([first]) => first)).toEqual(keys.map(() => "attribution"));
  });

  test("N22: watch providers need a country; where a list has a region, that is the country", async () => {
    const missing = { status: 422, code: "validation_error", statements: 0 };
    for (const list of lists) {
      const path = `${list}?include=keywords,watch_providers`;
      const field = /now-playing|upcoming/.test(list) ? "region" : "country";
      expect(await refusal(catalog, path)).toEqual({ ...missing, fields: [field] });
      for (const name of ["country", "region"]) {
        expect((await catalog.get(`${path}&${name}=us`)).status).toBe(200);
        expect((await refusal(catalog, `${path}&${name}=USA`)).status).toBe(422);
      }
    }
  });

  test("N16 N22: what a list does not know, an empty part or one named twice is refused with what is allowed", async () => {
    for (const include of ["x", "credits", "keywords,keywords", "keywords,", ",", "Keywords"]) {
      const { status, body } = await catalog.get<{
        error: { code: string; details: { field: string; allowed: string[] }[] };
      }>(`/series?include=${include}`);
      expect({ include, status, code: body.error.code }).toEqual({
        include,
        status: 422,
        code: "validation_error",
      });
      expect(body.error.details).toMatchObject([{ field: "include", allowed: [...listIncludes] }]);
    }
  });
});
