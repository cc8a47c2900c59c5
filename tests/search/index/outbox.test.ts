import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { collectionIngestion } from "~/ingest/collections/ingest";
import { movieIngestion } from "~/ingest/movies/ingest";
import { personIngestion } from "~/ingest/people/ingest";
import { type Ingestion, ingest } from "~/ingest/pipeline";
import { seasonIngestion } from "~/ingest/seasons/ingest";
import { seriesIngestion } from "~/ingest/series/ingest";
import { documentsOf } from "~/search/index/documents";
import { refreshNames } from "~/search/names";
import { openDemo } from "../../../bench/search/demo";
import { moment, uuid } from "../../catalog/ids";
import { givenMovie, givenPerson } from "../../catalog/rows";
import { testDatabase } from "../../support/database";

setDefaultTimeout(60_000);

const provider = openDemo();

/** Kind and id of every entity in the outbox. */
const pending = (db: Db) =>
  db.execute(sql`
  select entity_kind, entity_id from search_outbox order by 1, 2`);
/** Kind and id of every entity in the catalog. */
const stored = (db: Db) =>
  db.execute(sql`
  select 1 as entity_kind, id as entity_id from movies union all select 2, id from series
  union all select 3, id from people union all select 4, id from collections
  union all select 5, id from companies union all select 6, id from keywords order by 1, 2`);

test("M159: an ingestion adds all that it writes to the outbox, in its transaction, and nothing that has not changed", async () => {
  await using database = await testDatabase();
  const { db } = database;
  await db.execute(sql`insert into search_index default values`);
  const ingestRecord = <N>(
    ingestion: Ingestion<N>,
    settle: (tx: Db) => Promise<void> = async () => {},
  ) =>
    ingest(
      { db, provider },
      ingestion,
      { id: uuidv7(), lease_token: uuidv7(), run: 1 },
      { written: settle },
    );

  await ingestRecord(movieIngestion(603), async (tx) => {
    expect((await pending(tx)).length).toBeGreaterThan(3);
    expect(await pending(db)).toHaveLength(0);
  });
  await ingestRecord(seriesIngestion(1399));
  await ingestRecord(seasonIngestion({ series_external_id: 1399, season_number: 1 }));
  await ingestRecord(collectionIngestion(2344));
  await ingestRecord(personIngestion(6384));
  const all = [...(await stored(db))];
  expect([...(await pending(db))]).toEqual(all);
  expect(new Set(all.map(({ entity_kind }) => entity_kind)).size).toBe(6);

  await db.execute(sql`delete from search_outbox`);
  await db.execute(sql`update provenance set payload_hash = ''`);
  await ingestRecord(movieIngestion(603));
  await ingestRecord(seriesIngestion(1399));
  expect(await pending(db)).toHaveLength(0);

  await db.execute(sql`delete from titles`);
  const gone = await db.execute(sql`select distinct entity_kind from search_outbox order by 1`);
  expect(gone.map(({ entity_kind }) => entity_kind)).toEqual([1, 2]);
});

test("N69 M159: a record that is removed or restored is added to the outbox, and has no document meanwhile", async () => {
  await using database = await testDatabase();
  const { db } = database;
  await givenMovie(db, 1);
  await givenPerson(db, 2, "Mara");
  await db.execute(
    sql`insert into collections (id, external_id, name) values (${uuid(3)}, 3, 'Harbor')`,
  );
  const ids = [1, 2, 3].map((n) => uuid(n));
  await refreshNames(db, ids);
  const before = await documentsOf(db, ids);
  expect(before).toHaveLength(3);
  await db.execute(sql`insert into search_index default values`);
  const outboxAfter = async (removed_at: string | null) => {
    await db.execute(sql`delete from search_outbox`);
    for (const table of ["movies", "people", "collections"]) {
      await db.execute(sql`update ${sql.identifier(table)} set removed_at = ${removed_at}`);
    }
    return (await pending(db)).map(({ entity_id }) => entity_id);
  };
  expect(await outboxAfter(moment)).toEqual(ids);
  expect(await documentsOf(db, ids)).toEqual([]);
  expect(await outboxAfter(null)).toEqual(ids);
  expect(await documentsOf(db, ids)).toEqual(before);
});
