import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Breaker } from "~/search/index/breaker";
import type { Trouble } from "../../support/meilisearch-gate";
import { describeIsolated } from "./describe-isolated";
import { type IndexedCatalog, indexedCatalog } from "./indexed-catalog";

setDefaultTimeout(240_000);

const keeperTitles = Array.from(
  { length: 23 },
  (_, number) => `Story ${String.fromCharCode(97 + number)}`,
);

describe("GET /search with SEARCH_BACKEND=meilisearch", () => {
  let catalog: IndexedCatalog;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    catalog = await indexedCatalog();
    await catalog.addMovies(["Harbor Light", "The Lord of the Rings"]);
    await catalog.addMovies(keeperTitles, { overview: "A quarrelsome lighthouse keeper." });
    await catalog.addMovies(["Hidden"], { adult: true, overview: "A quarrelsome neighbour." });
    await catalog.addMovies(["Later"], { year: 2019, overview: "A quarrelsome gardener." });
    stop = catalog.startRelay();
    await catalog.inSync();
  });
  afterAll(() => catalog[Symbol.asyncDispose]());
  const searches = () => catalog.gate.seen.filter((call) => call.endsWith("/search")).length;

  test("M8: results that only Meilisearch has, by a synonym or the overview, are included", async () => {
    expect(await catalog.titles("lotr")).toEqual(["The Lord of the Rings"]);
    expect(await catalog.titles("quarrelsome gardener")).toEqual(["Later"]);
  });

  test("M88: a result of Meilisearch has the fields and the score of all others", async () => {
    const { results, ...page } = await catalog.search("lotr");
    expect(page).toEqual({
      page: 1,
      page_size: 20,
      total_results: 1,
      total_pages: 1,
      query: "lotr",
    });
    const [expected] = (await catalog.search("the lord of the rings")).results;
    expect(results).toEqual([
      { ...expected, id: expect.any(String), score: expect.any(Number) },
    ] as never);
    const [{ score } = { score: 1 }] = results;
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(0.5);
  });

  test("M66: totals and pages come from one list", async () => {
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) =>
        catalog.search("quarrelsome keeper", { page, page_size: "10" }),
      ),
    );
    expect(pages.map(({ total_results, total_pages }) => ({ total_results, total_pages }))).toEqual(
      Array(4).fill({ total_results: 23, total_pages: 3 }),
    );
    expect(pages.map(({ results }) => results.length)).toEqual([10, 10, 3, 0]);
    const found = pages.flatMap(({ results }) => results);
    expect(new Set(found.map(({ id }) => id)).size).toBe(23);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test("M88, M90: kinds, year and adult filter the results of Meilisearch", async () => {
    const total = async (others: Record<string, string>) =>
      (await catalog.search("quarrelsome", others)).total_results;
    expect(await total({})).toBe(24);
    expect(await total({ include_adult: "true" })).toBe(25);
    expect(await total({ year: "2019" })).toBe(1);
    expect(await total({ type: "person,series" })).toBe(0);
  });

  test("S14: no text of a client becomes part of a filter", async () => {
    const total = async (others: Record<string, string>) =>
      (await catalog.search("quarrelsome", others)).total_results;
    const before = searches();
    await expect(total({ year: "2019 OR adult = true" })).rejects.toThrow("422");
    await expect(total({ type: "movie] OR adult = true OR kind IN [1" })).rejects.toThrow("422");
    await expect(total({ include_adult: "' OR 1=1" })).rejects.toThrow("422");
    expect(searches()).toBe(before);
  });

  test("where PostgreSQL has a good hit, Meilisearch is not searched", async () => {
    const before = searches();
    expect(await catalog.titles("harbor light")).toEqual(["Harbor Light"]);
    expect(await catalog.titles("harbour")).toEqual(["Harbor Light"]);
    expect(searches()).toBe(before + 1);
    await catalog.titles("one two three four five six seven eight nine ten eleven");
    expect(searches()).toBe(before + 1);
  });

  test("an entity in the index that the catalog no longer has is left out", async () => {
    await stop();
    const [id = ""] = await catalog.addMovies(["Gone Soon"], { overview: "A vanished violinist." });
    stop = catalog.startRelay();
    await catalog.inSync();
    expect(await catalog.titles("vanished violinist")).toEqual(["Gone Soon"]);
    await stop();
    await catalog.remove(id);
    expect(await catalog.titles("vanished violinist")).toEqual([]);
    stop = catalog.startRelay();
    await catalog.inSync();
  });
});

describeIsolated("F14, P13: while Meilisearch is in trouble", () => {
  const troubles: (Trouble | "refuse")[] = [
    "refuse",
    "hang",
    "slow",
    "error",
    "page",
    "garbage",
    "busy",
    "stranger",
  ];

  test.each(troubles)(
    "%s: PostgreSQL answers searches, soon without a request to Meilisearch",
    async (trouble) => {
      await using catalog = await indexedCatalog();
      await catalog.addMovies(["Harbor Light", "Harbor Night"]);
      if (trouble === "refuse") await catalog.gate.close();
      else catalog.gate.meets(trouble);
      expect((await catalog.search("harbor lihgt")).total_results).toBeGreaterThan(0);
      for (let count = 0; count < 4; count += 1) {
        const started = performance.now();
        expect(await catalog.titles("plot of something else")).toEqual([]);
        // 150 ms, and the time of a search on a busy machine.
        expect(performance.now() - started).toBeLessThan(1_000);
      }
      const requests = catalog.gate.seen.filter((call) => call.endsWith("/search")).length;
      expect(requests).toBe(trouble === "refuse" ? 0 : 3);
      if (trouble === "refuse") catalog.gate.open();
    },
  );
});

describe("F14: the breaker", () => {
  test("opens after 3 failures in 10 s, allows one request 10 s later, closes when that succeeds", () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    expect([breaker.failed(), breaker.failed(), breaker.allows()]).toEqual([false, false, true]);
    expect([breaker.failed(), breaker.allows()]).toEqual([true, false]);
    now = 10_000;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    expect([breaker.failed(), breaker.allows()]).toEqual([false, false]);
    now = 20_000;
    expect(breaker.allows()).toBe(true);
    breaker.succeeded();
    expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
  });

  test("failures far apart do not open it", () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    for (let count = 0; count < 9; count += 1) {
      expect(breaker.failed()).toBe(false);
      now += 5_000;
    }
    expect(breaker.allows()).toBe(true);
  });
});
