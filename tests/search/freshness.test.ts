import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";
import { collectionIngestion } from "~/ingest/collections/ingest";
import { movieIngestion } from "~/ingest/movies/ingest";
import { personIngestion } from "~/ingest/people/ingest";
import { type Ingestion, ingest } from "~/ingest/pipeline";
import { seasonIngestion } from "~/ingest/seasons/ingest";
import { seriesIngestion } from "~/ingest/series/ingest";
import { openDemo } from "../../bench/search/demo";
import { type SearchedCatalog, searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

let catalog: SearchedCatalog;
const provider = openDemo();

beforeAll(async () => {
  catalog = await searchedCatalog();
});
afterAll(() => catalog[Symbol.asyncDispose]());

/** Ingests a record; `settle` runs in the transaction that writes it, where the job would be settled. */
const ingestRecord = <N>(
  ingestion: Ingestion<N>,
  settle: (tx: Db) => Promise<void> = async () => {},
) =>
  ingest(
    { db: catalog.db, provider },
    ingestion,
    { id: uuidv7(), lease_token: uuidv7(), run: 1 },
    { written: settle },
  );

/** Every row of search_name with its ctid, which every write changes. */
const storedRows = async () => [
  ...(await catalog.db.execute(sql`
    select ctid::text, name from search_name order by entity_id, fold`)),
];

describe("ingestion and search", () => {
  test("M8, mistake 18: a title can be found as soon as its job has succeeded", async () => {
    let seenBySettling = 0;
    await ingestRecord(movieIngestion(603), async (tx) => {
      const rows = await tx.execute<{ count: number }>(sql`
        select count(*)::int as count from search_name where name = 'The Matrix'`);
      seenBySettling = only(rows).count;
      expect(await catalog.names("the matrix")).toEqual([]);
    });
    expect(seenBySettling).toBe(1);
    expect((await catalog.names("the matrix"))[0]).toBe("The Matrix");
    expect((await catalog.names("матрица"))[0]).toBe("The Matrix");
  });

  test("the people, companies, keywords and collections of a title can be found", async () => {
    const firstOf = async (query: string, type: string) =>
      (await catalog.names(query, { type }))[0];
    expect(await firstOf("keanu reeves", "person")).toBe("Keanu Reeves");
    expect(await firstOf("village roadshow", "company")).toBe("Village Roadshow Pictures");
    expect(await firstOf("virtual reality", "keyword")).toBe("virtual reality");
    expect(await firstOf("matrix collection", "collection")).toBe("The Matrix Collection");
  });

  test("a person's other names can be found once the person is ingested", async () => {
    expect(await catalog.names("키아누 리브스")).toEqual([]);
    await ingestRecord(personIngestion(6384));
    expect(await catalog.names("키아누 리브스")).toEqual(["Keanu Reeves"]);
  });

  test("a series and the guests of a season can be found", async () => {
    await ingestRecord(seriesIngestion(1396));
    const people = await catalog.db.execute<{ count: number }>(sql`
      select count(*)::int as count from people`);
    await ingestRecord(seasonIngestion({ series_external_id: 1396, season_number: 1 }));
    const [left] = await catalog.db.execute(sql`
      select count(*)::int as count from people
      where not exists (select from search_name where entity_id = people.id)`);
    expect(left).toEqual({ count: 0 });
    expect(only(people).count).toBeGreaterThan(0);
    expect((await catalog.names("breaking bad"))[0]).toBe("Breaking Bad");
  });

  test("M4: ingesting everything again writes no name", async () => {
    await ingestRecord(collectionIngestion(2344));
    const before = await storedRows();
    await catalog.db.execute(sql`update provenance set payload_hash = ''`);
    await ingestRecord(movieIngestion(603));
    await ingestRecord(seriesIngestion(1396));
    await ingestRecord(personIngestion(6384));
    await ingestRecord(collectionIngestion(2344));
    expect(await storedRows()).toEqual(before);
  });

  test("F24: titles that share people and companies can be ingested concurrently and found afterwards", async () => {
    await Promise.all(
      [604, 120, 121, 122, 155, 27205].map((id) => ingestRecord(movieIngestion(id))),
    );
    for (const title of ["The Matrix Reloaded", "The Dark Knight", "Inception"]) {
      expect((await catalog.names(title))[0]).toBe(title);
    }
    expect(await catalog.names("lord of the rings", { type: "movie" })).toHaveLength(3);
  });
});
