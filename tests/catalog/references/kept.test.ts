import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueueAll, type JobRequest } from "~/jobs/queue";
import { ingestion, type Pipeline } from "../../ingest/support";
import { backfillAgain } from "../../support/backfills";
import { collectionBody, personBody } from "../../support/bodies/entities";
import { movieBody } from "../../support/bodies/movie";
import type { Json } from "../../support/bodies/overrides";
import { seasonBody, seriesBody } from "../../support/bodies/series";
import { testDatabase } from "../../support/database";
import { deviations } from "./recount";

setDefaultTimeout(60_000);

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

const numbers = [1, 2, 3, 4, 5, 6];
const everything: JobRequest[] = [
  { kind: "collection", external_id: "701" },
  ...numbers.flatMap((id): JobRequest[] => [
    { kind: "movie", external_id: String(id) },
    { kind: "series", external_id: String(id), params: { include_seasons: true } },
    { kind: "person", external_id: String(500 + id) },
  ]),
];

/** External ids that few titles share, so that they move from one to another. */
const ids = (): Json => ({
  external_ids: {
    imdb_id: pick([null, "tt0000001", "tt0000002", "nm0000003"]),
    wikidata_id: pick([null, "Q1", "Q2"]),
    facebook_id: pick(["", "Lamp", "LAMP"]),
    twitter_id: pick([null, "Paper.Lighthouse"]),
    tvdb_id: pick([null, 7, 8]),
  },
});

/** What the provider says of everything, anew. */
function shuffle({ provider }: Pipeline): void {
  for (const id of numbers) {
    provider.serve(`/movie/${id}`, movieBody({ id, popularity: Math.random(), ...ids() }));
    provider.serve(`/tv/${id}`, seriesBody({ id, popularity: Math.random(), ...ids() }));
    provider.serve(`/person/${500 + id}`, personBody({ id: 500 + id, ...ids() }));
    for (const number of [0, 1, 2]) {
      provider.serve(`/tv/${id}/season/${number}`, seasonBody(id, number));
    }
  }
  provider.serve("/collection/701", collectionBody());
}

describe("the ids that entities carry", () => {
  test("N10: equal a recount after random concurrent ingests, deletes and truncation", async () => {
    await using pipeline = await ingestion({ loops: 8 });
    const { db } = pipeline;
    for (let round = 0; round < 12; round += 1) {
      shuffle(pipeline);
      await enqueueAll(db, everything);
      await pipeline.drain();
      expect(await deviations(db)).toMatchObject({ wrong: [] });
      await db.execute(sql`delete from titles where external_id = ${pick(numbers)}`);
      await db.execute(
        sql`delete from keywords where id not in (select keyword_id from title_keywords)`,
      );
    }
    const { rows, wrong } = await deviations(db);
    expect(rows).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
    await db.execute(sql`truncate movies cascade`);
    expect((await deviations(db)).wrong).toEqual([]);
    await db.execute(sql`truncate titles, people, companies, keywords, collections cascade`);
    expect(await deviations(db)).toEqual({ rows: 0, wrong: [] });
  });

  test("N10: an ingest that changes no id writes none", async () => {
    await using pipeline = await ingestion();
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    await pipeline.ingest("movie", 603);
    const rows = sql`select ctid::text || xmin::text as place from external_refs order by 1`;
    const before = await pipeline.db.execute(rows);
    pipeline.provider.serve("/movie/603", movieBody({ id: 603, popularity: 99, title: "Anew" }));
    await pipeline.ingest("movie", 603);
    expect([...(await pipeline.db.execute(rows))]).toEqual([...before]);
    expect(before.length).toBeGreaterThan(8);
  });

  test("N10: a catalog from before is filled while writers write, also when one of them holds a record", async () => {
    await using pipeline = await ingestion({ loops: 4 });
    const { db } = pipeline;
    shuffle(pipeline);
    for (const id of numbers) {
      await pipeline.ingest("movie", id);
      await pipeline.ingest("series", id, { include_seasons: true });
    }
    await db.execute(sql`delete from external_refs`);
    // One writer holds a movie for a while, and changes its ids.
    const held = db.transaction(async (tx) => {
      await tx.execute(sql`
        update movies set external_ids = '{"imdb": "tt0000077"}'
        where id = (select id from movies order by id limit 1)`);
      await Bun.sleep(150);
    });
    let writing = true;
    const writer = (async () => {
      while (writing) {
        shuffle(pipeline);
        await enqueueAll(db, [{ kind: "movie", external_id: String(pick(numbers)) }]);
        await pipeline.drain();
      }
    })();
    await backfillAgain(pipeline.database.driver, "backfill_external_refs");
    writing = false;
    await Promise.all([writer, held]);
    expect((await deviations(db)).wrong).toEqual([]);
  });

  test("N10: a recount brings back what a load without triggers left out", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into keywords (id, external_id, name) select gen_random_uuid(), n, 'k' || n from generate_series(1, 9) n`);
    });
    expect((await deviations(db)).wrong).toHaveLength(9);
    await db.execute(sql`select recount_catalog()`);
    expect(await deviations(db)).toEqual({ rows: 9, wrong: [] });
  });
});
