import { sql } from "drizzle-orm";
import { connect, type DatabaseAddress, type Db } from "~/db/client";
import { WakeSignal } from "~/wake-signal";
import { ingestAll, withWorkers } from "../ingest/measure";
import type { Provider } from "../ingest/provider";
import { inScratch } from "../scratch";

/** Milliseconds from commits to the feed, while nothing else is written and while everything is. */
export type Latencies = { idle: number[]; busy: number[] };

const WORKERS = 8;
const NEVER = new AbortController().signal;

/** Commits now and then, until `isOver`, and takes the time until the feed has it. */
async function probe(
  db: Db,
  told: WakeSignal,
  isOver: (done: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    await Bun.sleep(50 + 150 * Math.random());
    const id = crypto.randomUUID();
    const external_id = 2_000_000_000 + Math.floor(Math.random() * 1e8);
    await db.execute(sql`
      insert into keywords (id, external_id, name) values (${id}, ${external_id}, 'probe')`);
    const start = performance.now();
    const isThere = sql`select from changes where kind = 'keyword' and entity_id = ${id}`;
    while ((await db.execute(isThere)).length === 0) await told.wait(1_000, NEVER);
    times.push(performance.now() - start);
  }
  return times;
}

/** Measures on a new database, with eight workers and movies that are all new. */
export const measureLatency = (
  provider: Provider,
  { samples, titles }: { samples: number; titles: number },
): Promise<Latencies> =>
  inScratch("bench_latency", false, ({ address }) =>
    withWorkers(address, provider, { threads: WORKERS }, async (db) => {
      const told = new WakeSignal();
      const listener = await listening(address, told);
      const idle = await probe(db, told, (done) => done >= samples);
      let isDone = false;
      const ids = Array.from({ length: titles }, (_, index) => 1_000_000 + index);
      const ingested = ingestAll(db, ids).finally(() => {
        isDone = true;
      });
      const busy = await probe(db, told, () => isDone);
      await ingested;
      await listener.end();
      return { idle, busy };
    }),
  );

async function listening(address: DatabaseAddress, told: WakeSignal) {
  const driver = connect(address, { max: 1, onnotice: () => {} });
  await driver.listen("changes", () => told.wake());
  return driver;
}
