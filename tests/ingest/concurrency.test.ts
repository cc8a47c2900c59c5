import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { confirmUnchanged, recordProvenance, settleUnchanged } from "~/ingest/provenance";
import { claim, type RunningJob, renew } from "~/jobs/lease";
import { enqueue, enqueueAll } from "~/jobs/queue";
import { personBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { castRow, offerRow } from "../support/bodies/parts";
import { testDatabase } from "../support/database";
import { ingestion } from "./support";

setDefaultTimeout(60_000);

const shuffled = <T>(items: T[], seed: number): T[] =>
  items
    .map((item, index) => ({ item, rank: Bun.hash.crc32(`${seed}/${index}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

describe("many at once", () => {
  test("F23, M120: 100 requests for one title at once give one job and one record", async () => {
    await using pipeline = await ingestion({ loops: 4 });
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        enqueue(pipeline.db, { kind: "movie", external_id: "603" }),
      ),
    );
    expect(new Set(answers.map(({ job_id }) => job_id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    await pipeline.drain();
    expect(await pipeline.db.execute(sql`select status from jobs`)).toHaveLength(1);
    expect((await pipeline.counts()).titles).toBe(1);
  });

  test("F24: movies that share everybody, ingested by 8 workers again and again, never deadlock", async () => {
    await using pipeline = await ingestion({ loops: 8 });
    const movies = Array.from({ length: 10 }, (_, index) => index + 1);
    const [people, things] = [
      Array.from({ length: 30 }, (_, index) => index),
      [11, 12, 13, 14, 15, 16],
    ];
    for (let round = 0; round < 10; round += 1) {
      for (const id of movies) {
        const seed = round * 100 + id;
        const cast = shuffled(people, seed).map((n) =>
          castRow(n, { popularity: seed + n / 100, profile_path: `/p-${n}-${seed}.jpg` }, id),
        );
        const named = (n: number) => ({ id: n, name: `Thing ${n} of ${seed}` });
        const flatrate = shuffled(things, seed).map((n) =>
          offerRow(n, { logo_path: `/offer-${n}-${seed % 7}.png` }),
        );
        pipeline.provider.serve(
          `/movie/${id}`,
          movieBody({
            id,
            credits: { cast, crew: [] },
            keywords: { keywords: shuffled(things, seed).map(named) },
            production_companies: shuffled(things, seed + 1).map((n) => ({
              ...named(n),
              logo_path: `/company-${n}-${seed % 5}.png`,
            })),
            belongs_to_collection: { ...named(701), poster_path: `/c-${seed % 3}.jpg` },
            "watch/providers": { results: { US: { flatrate } } },
          }),
        );
      }
      await enqueueAll(
        pipeline.db,
        movies.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
      );
      await pipeline.drain();
    }
    expect(
      await pipeline.db.execute(sql`
        select status, run, attempts, failures from jobs group by 1, 2, 3, 4`),
    ).toEqual([{ status: "succeeded", run: 10, attempts: 1, failures: [] }] as never);
    expect(await pipeline.counts()).toMatchObject({
      titles: 10,
      people: 30,
      companies: 6,
      keywords: 6,
      watch_providers: 10,
      collections: 1,
      credits: 300,
    });
    const { deadlocks } = await pipeline.row(sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`);
    expect(deadlocks).toBe(0);
  }, 40_000);

  test("M134: a payload that another one overtakes is written after all, although it equals what was stored", async () => {
    await using pipeline = await ingestion();
    const hash = (body: object) => Bun.SHA256.hash(JSON.stringify(body), "hex");
    const [old, fresh] = [personBody({ id: 1, name: "Old" }), personBody({ id: 1, name: "New" })];
    pipeline.provider.serve("/person/1", old);
    await pipeline.ingest("person", 1);
    let running: Promise<{ result: { outcome: string } }> | undefined;
    await pipeline.db.transaction(async (tx) => {
      await tx.execute(sql`update people set name = 'New'`);
      await tx.execute(sql`update provenance set payload_hash = ${hash(fresh)}`);
      running = pipeline.ingest("person", 1);
      await waiting(pipeline.db, "update provenance");
    });
    expect((await running)?.result.outcome).toBe("updated");
    expect(await pipeline.row(sql`select name from people`)).toEqual({ name: "Old" });
  });

  test("F3: a fetch of an unchanged payload is confirmed with its job, or not at all once the lease is lost", async () => {
    await using database = await testDatabase();
    const { db } = database;
    const key = { kind: "person" as const, external_id: "1" };
    await enqueue(db, key);
    const job = (await claim(db, crypto.randomUUID())) as RunningJob;
    const source = { ...key, endpoint: "/person/1", payload_hash: "same", job };
    await recordProvenance(db, { ...source, job: { ...job, run: 0 } }, crypto.randomUUID());
    const stored = () => db.execute(sql`select run, payload_hash from provenance`);

    const late = { ...source, job: { ...job, lease_token: crypto.randomUUID() } };
    expect(await settleUnchanged(db, late)).toBe(false);
    expect(await confirmUnchanged(db, late)).toBeUndefined();
    expect(await settleUnchanged(db, { ...source, payload_hash: "other" })).toBe(false);
    expect(await stored()).toEqual([{ run: 0, payload_hash: "same" }] as never);

    let settled: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      await renew(tx, job);
      settled = settleUnchanged(db, source);
      await waiting(db, "update jobs");
    });
    expect(await settled).toBe(true);
    expect(await stored()).toEqual([{ run: 1, payload_hash: "same" }] as never);
    expect(await db.execute(sql`select status, result ->> 'outcome' as outcome from jobs`)).toEqual(
      [{ status: "succeeded", outcome: "unchanged" }] as never,
    );
  });
});

/** Resolves when a statement that contains this text waits for a lock. */
async function waiting(db: Db, text: string): Promise<void> {
  for (;;) {
    const rows = await db.execute(sql`
      select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${`%${text}%`}`);
    if (rows.length > 0) return;
    await Bun.sleep(5);
  }
}
