import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { listIncludes } from "~/catalog/titles/list-includes";
import * as schema from "~/db/schema";
import type { SearchQuery } from "~/search/model";
import { refreshAllNames } from "~/search/names";
import { search } from "~/search/queries";
import { stamps, uuid } from "../catalog/ids";
import { givenListed } from "../catalog/titles/listed-rows";
import { type TestService, testService } from "../support/service";

setDefaultTimeout(120_000);

type Item = { id: string; kind: string; external_ids: unknown; score: number };
type Found = { results: Item[] };

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await givenListed(service.db);
  await service.db
    .insert(schema.collections)
    .values({ id: uuid(5_001), external_id: 77, name: "Movie Collection", ...stamps });
  await refreshAllNames(service.db);
});
afterAll(() => service[Symbol.asyncDispose]());

const all = `include=${listIncludes.join(",")}&country=US`;
const paths: Record<string, string> = {
  movie: "movies",
  series: "series",
  person: "people",
  collection: "collections",
  company: "companies",
};

/** The same titles by the list whose includes are compared with single reads. */
async function listed(): Promise<Map<string, object>> {
  const lists = ["/movies", "/series"].map((path) => `${path}?page_size=50&${all}`);
  const pages = await Promise.all(lists.map((path) => service.get<Found>(path)));
  return new Map(pages.flatMap(({ body }) => body.results).map((item) => [item.id, item]));
}

test("N11 N22: what a search finds carries what is included, after its score, and null where its kind has none", async () => {
  const titles = await listed();
  const seen = new Set<string>();
  for (const word of ["movie", "series", "person", "all", "word", "collection"]) {
    const path = `/search?query=${word}&type=movie,series,person,collection,company,keyword&page_size=50`;
    const plain = await service.get<Found>(path);
    const more = await service.get<Found>(`${path}&${all}`);
    expect(more.body.results.length).toBeGreaterThan(0);
    for (const [n, item] of plain.body.results.entries()) {
      seen.add(item.kind);
      const known = titles.get(item.id);
      const single = paths[item.kind];
      const read = single && (await service.get<Item>(`/${single}/${item.id}`)).body.external_ids;
      const missing = { top_credits: null, watch_providers: null, keywords: null };
      const expected = known
        ? Object.fromEntries(listIncludes.map((name) => [name, known[name as keyof typeof known]]))
        : { external_ids: read ?? null, ...missing };
      expect(JSON.stringify(more.body.results[n])).toBe(JSON.stringify({ ...item, ...expected }));
    }
  }
  expect([...seen].toSorted()).toEqual([
    "collection",
    "company",
    "keyword",
    "movie",
    "person",
    "series",
  ]);
});

test("N22: hits of the secondary search carry what is included, too", async () => {
  const query = {
    query: "nothing is called so",
    type: "movie",
    include_adult: "false",
    page: 1,
    page_size: 20,
    include: "keywords,watch_providers",
    country: "us",
  } as SearchQuery;
  const titles = await listed();
  const hits = [7, 3].map((n) => ({ id: uuid(n), score: 0.4 }));
  const { results } = await search(service.db, query, async () => hits);
  const found = JSON.parse(results) as Item[];
  expect(found).toHaveLength(2);
  for (const item of found) {
    const { watch_providers, keywords } = titles.get(item.id) as Record<string, unknown>;
    expect(item).toMatchObject({ watch_providers, keywords });
    expect(Object.keys(item).slice(-3)).toEqual(["score", "watch_providers", "keywords"]);
  }
});

test("N22: a search for watch providers needs a country", async () => {
  const before = service.statements();
  const refused = await service.get<{ error: { code: string; details: { field: string }[] } }>(
    "/search?query=movie&include=watch_providers",
  );
  expect(refused.status).toBe(422);
  expect(refused.body.error).toMatchObject({
    code: "validation_error",
    details: [{ field: "country" }],
  });
  expect(service.statements()).toBe(before);
});
