import { type Context, DefaultContext, defaultOptions } from "elysia-rate-limit";
import type { Db } from "~/db/client";
import { countHit, forgetHits, sweepRateWindows } from "./rate-window";

/** How long a client's window is. */
export const windowMs = 60_000;

/** Clients remembered at a time and group; far more than a flood can have networks at hand. */
const mostClients = 50_000;

/** Counts in this process: an own store for each group, so that none is crowded out by another. */
export function memoryStore(): Context {
  const store = new DefaultContext(mostClients);
  store.init({ ...defaultOptions, duration: windowMs });
  return store;
}

/** Counts in PostgreSQL: one limit over all replicas, for one statement more per request. */
export class PostgresStore implements Context {
  readonly #db: Db;
  readonly #prefix: string;
  #sweepAt = Date.now() + windowMs;

  constructor(db: Db, group: string) {
    this.#db = db;
    this.#prefix = `${group} `;
  }

  init(): void {}

  async increment(key: string, duration: number = windowMs) {
    this.#sweep();
    const { hits, seconds } = await countHit(this.#db, this.#prefix + key, duration / 1_000);
    const end = Date.now() + seconds * 1_000;
    return { count: hits, nextReset: new Date(end), start: end - duration };
  }

  /** A request is never given back, whatever became of it. */
  decrement(): void {}

  async reset(key?: string): Promise<void> {
    await forgetHits(this.#db, this.#prefix + (key ?? "*"));
  }

  kill(): void {}

  /** Now and then; if it fails, the next one removes what is left. */
  #sweep(): void {
    const now = Date.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + windowMs;
    sweepRateWindows(this.#db).catch(() => {});
  }
}
