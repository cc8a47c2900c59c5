import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";
import { collectionRecipe } from "~/ingest/collections/ingest";
import { movieRecipe } from "~/ingest/movies/ingest";
import { personRecipe } from "~/ingest/people/ingest";
import { ingest, type Recipe } from "~/ingest/pipeline";
import { seasonRecipe } from "~/ingest/seasons/ingest";
import { seriesRecipe } from "~/ingest/series/ingest";
import { openDemo } from "../../bench/search/demo";
import { type SearchedCatalog, searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

let catalog: SearchedCatalog;
const provider = openDemo();

beforeAll(async () => {
  catalog = await searchedCatalog();
});
afterAll(() => catalog[Symbol.asyncDispose]());

/** Ingests; `settle` runs where the job is settled, in the transaction that wrote the record. */
const take = <N>(recipe: Recipe<N>, settle: (tx: Db) => Promise<void> = async () => {}) =>
  ingest({ db: catalog.db, provider }, recipe, { job_id: uuidv7(), run: 1 }, settle);

/** Every row of search_name with the place PostgreSQL keeps it at, which any write changes. */
const places = async () => [
  ...(await catalog.db.execute(sql`
    select ctid::text, name from search_name order by entity_id, fold`)),
];

describe("ingestion and search", () => {
  test("M8, mistake 18: a title is findable in the same moment its job says succeeded", async () => {
    let seenBySettling = 0;
    await take(movieRecipe(603), async (tx) => {
      const rows = await tx.execute<{ count: number }>(sql`
        select count(*)::int as count from search_name where name = 'The Matrix'`);
      seenBySettling = only(rows).count;
      expect(await catalog.names("the matrix")).toEqual([]);
    });
    expect(seenBySettling).toBe(1);
    expect((await catalog.names("the matrix"))[0]).toBe("The Matrix");
    expect((await catalog.names("матрица"))[0]).toBe("The Matrix");
  });

  test("stubs known from a title alone are findable: person, company, keyword, collection", async () => {
    const firstOf = async (query: string, type: string) =>
      (await catalog.names(query, { type }))[0];
    expect(await firstOf("keanu reeves", "person")).toBe("Keanu Reeves");
    expect(await firstOf("village roadshow", "company")).toBe("Village Roadshow Pictures");
    expect(await firstOf("virtual reality", "keyword")).toBe("virtual reality");
    expect(await firstOf("matrix collection", "collection")).toBe("The Matrix Collection");
  });

  test("a person's other names are findable once the person is ingested", async () => {
    expect(await catalog.names("키아누 리브스")).toEqual([]);
    await take(personRecipe(6384));
    expect(await catalog.names("키아누 리브스")).toEqual(["Keanu Reeves"]);
  });

  test("a series, and the guests of a season, are findable", async () => {
    await take(seriesRecipe(1396));
    const people = await catalog.db.execute<{ count: number }>(sql`
      select count(*)::int as count from people`);
    await take(seasonRecipe({ series_external_id: 1396, season_number: 1 }));
    const [left] = await catalog.db.execute(sql`
      select count(*)::int as count from people
      where not exists (select from search_name where entity_id = people.id)`);
    expect(left).toEqual({ count: 0 });
    expect(only(people).count).toBeGreaterThan(0);
    expect((await catalog.names("breaking bad"))[0]).toBe("Breaking Bad");
  });

  test("M4: ingesting everything once more writes no name", async () => {
    await take(collectionRecipe(2344));
    const before = await places();
    await catalog.db.execute(sql`update provenance set payload_hash = ''`);
    await take(movieRecipe(603));
    await take(seriesRecipe(1396));
    await take(personRecipe(6384));
    await take(collectionRecipe(2344));
    expect(await places()).toEqual(before);
  });

  test("F24: titles that share people and companies are ingested at once, each findable after", async () => {
    await Promise.all([604, 120, 121, 122, 155, 27205].map((id) => take(movieRecipe(id))));
    for (const title of ["The Matrix Reloaded", "The Dark Knight", "Inception"]) {
      expect((await catalog.names(title))[0]).toBe(title);
    }
    expect(await catalog.names("lord of the rings", { type: "movie" })).toHaveLength(3);
  });
});
