import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { numberChanges } from "~/changes/numberer";
import { type Db, openDatabase } from "~/db/client";
import { enqueueAll } from "~/jobs/queue";
import { ingestion, type Pipeline } from "../ingest/support";
import { movieBody } from "../support/bodies/movie";
import { castRow, imageRow } from "../support/bodies/parts";
import { episodeBody, seasonBody, seasonItem, seriesBody } from "../support/bodies/series";
import { catalogEntities, type Entry, entitiesOf, numberAll, pageAfter, stamps } from "./feed";

setDefaultTimeout(120_000);

const TITLES = 12;
const ROUNDS = 6;

/** A copy of the catalog that reads again what the pages of the feed name, and nothing else. */
class Reader {
  readonly entries = new Map<string, Entry>();
  /** When each copied record last changed, which moves with everything that is stored for it. */
  readonly moments = new Map<string, string>();
  readonly #db: Db;
  readonly #page_size: number;
  #cursor = 0;

  constructor(db: Db, page_size: number) {
    this.#db = db;
    this.#page_size = page_size;
  }

  /** Reads a page; returns whether there was anything. Throws if an entity comes again without a new number. */
  async read(): Promise<boolean> {
    const page = await pageAfter(this.#db, this.#cursor, this.#page_size);
    for (const entry of page) {
      const key = `${entry.kind} ${entry.entity_id}`;
      const last = this.entries.get(key)?.sequence ?? 0;
      if (entry.sequence <= last) throw new Error(`${key} came again with ${entry.sequence}`);
      this.entries.set(key, entry);
      this.#cursor = entry.sequence;
    }
    const ids = page.map(({ entity_id }) => entity_id);
    for (const id of ids) this.moments.delete(id);
    for (const [id, at] of await stamps(this.#db, ids)) this.moments.set(id, at);
    return page.length > 0;
  }
}

/** Repeats `work` until stopped; errors of killed connections are part of it. */
function repeatedly(work: () => Promise<unknown>, pause_ms: number): () => Promise<number> {
  let isStopped = false;
  let done = 0;
  const going = (async () => {
    while (!isStopped) {
      await work().then(
        () => {
          done += 1;
        },
        () => {},
      );
      await Bun.sleep(pause_ms * Math.random());
    }
  })();
  return async () => {
    isStopped = true;
    await going;
    return done;
  };
}

const pick = (n: number) => Math.floor(Math.random() * n);

const anyMovie = (id: number) =>
  movieBody({
    id,
    popularity: pick(3),
    genres: [{ id: [18, 28, 35][pick(3)], name: "Genre" }],
    production_companies: [{ id: 800 + pick(4), name: `Company ${pick(2)}` }],
    keywords: { keywords: [{ id: 1 + pick(5), name: "k" }] },
    credits: { cast: [castRow(pick(6), { popularity: pick(2) }), castRow(6 + pick(6))], crew: [] },
    images: { posters: [imageRow(`p${pick(3)}`)] },
    belongs_to_collection: { id: 7, name: `Seven ${pick(2)}` },
  });
/** Names that come and go change the series of their seasons and episodes. */
const anySeason = (id: number, number: number) =>
  seasonBody(id, number, {
    name: `Season ${pick(3)}`,
    episodes: [1, 2, 3].map((n) => episodeBody(id, number, n, { name: `Chapter ${pick(3)}` })),
  });
const anySeries = (id: number) =>
  seriesBody({
    id,
    popularity: pick(3),
    credits: { cast: [castRow(pick(6))], crew: [] },
    seasons: [1, 2].map((number) => seasonItem(id, number, { name: `Season ${pick(3)}` })),
  });

/** Ingests everything with new payloads; seasons before and after the series that they belong to. */
async function ingestAnew(pipeline: Pipeline, withSeasons: boolean): Promise<void> {
  const { db, provider } = pipeline;
  const ids = Array.from({ length: TITLES }, (_, n) => n + 1);
  for (const id of ids) {
    provider.serve(`/movie/${id}`, anyMovie(id));
    provider.serve(`/tv/${id}`, anySeries(id));
    for (const number of [1, 2]) {
      provider.serve(`/tv/${id}/season/${number}`, anySeason(id, number));
    }
  }
  const kinds = ["movie", "series"] as const;
  const titles = ids.flatMap((id) => kinds.map((kind) => ({ kind, external_id: String(id) })));
  const seasons = withSeasons
    ? ids.flatMap((id) =>
        [1, 2].map((n) => ({ kind: "season" as const, external_id: `${id}:${n}` })),
      )
    : [];
  await enqueueAll(db, [...seasons, ...titles, ...seasons]);
  await pipeline.drain();
}

test("N60, N63: readers with different pages copy the catalog while 8 workers ingest, transactions roll back and numberers are killed", async () => {
  await using pipeline = await ingestion({ loops: 8 });
  const { db, database } = pipeline;
  const pool = openDatabase(database.address, { max: 8, name: "numberer" });
  const readers = [3, 40].map((page_size) => new Reader(db, page_size));

  const numberers = [20, 200, 2_000].map((most) =>
    repeatedly(() => numberChanges(pool.db, most), 5),
  );
  const killer = repeatedly(
    () =>
      db.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'numberer' and state = 'active' limit 1`),
    40,
  );
  const reading = readers.map((reader) => repeatedly(() => reader.read(), 3));
  const rolledBack = repeatedly(
    () =>
      db.transaction(async (tx) => {
        await tx.execute(
          sql`update people set biography = ${String(Math.random())} where id = (select id from people limit 1)`,
        );
        tx.rollback();
      }),
    30,
  );
  const long = repeatedly(
    () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`
          insert into keywords (id, external_id, name) values (gen_random_uuid(), ${1_000 + pick(1e6)}, 'slow')`);
        await Bun.sleep(200);
        await tx.execute(sql`delete from keywords where name = 'slow' and random() < 0.3`);
      }),
    20,
  );

  for (let round = 0; round < ROUNDS; round += 1) {
    await ingestAnew(pipeline, round > 0);
    await db.execute(
      sql`delete from titles where kind = 'series' and external_id = ${1 + pick(TITLES)}`,
    );
  }

  for (const stop of [long, rolledBack, killer, ...numberers]) await stop();
  await numberAll(db);
  for (const stop of reading) await stop();
  for (const reader of readers) {
    while (await reader.read());
    expect(entitiesOf(reader.entries.values())).toEqual(await catalogEntities(db));
    const moments = await stamps(db);
    expect([...reader.moments].toSorted()).toEqual([...moments].toSorted());
    const latest = (await pageAfter(db, 0)).map(({ sequence }) => sequence);
    const copied = [...reader.entries.values()].map(({ sequence }) => sequence);
    expect(copied.toSorted((a, b) => a - b)).toEqual(latest);
  }
  await pool.close();
  const [row] = await db.execute<{ deadlocks: number }>(sql`
    select deadlocks::int from pg_stat_database where datname = current_database()`);
  expect(row?.deadlocks).toBe(0);
});
