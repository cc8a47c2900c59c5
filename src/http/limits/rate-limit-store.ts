import { type Context, DefaultContext, defaultOptions } from "elysia-rate-limit";
import type { Db } from "~/db/client";
import { countHit, forgetHits, sweepRateWindows } from "./rate-window";

/** The length of a client's window. */
export const windowMs = 60_000;

/** Clients remembered per group; more than the networks that a flood comes from. */
const maxClients = 50_000;

/** Counts in this process. Each group has its own store, so that none displaces the clients of another. */
export function memoryStore(): Context {
  const store = new DefaultContext(maxClients);
  store.init({ ...defaultOptions, duration: windowMs });
  return store;
}

/** Counts in PostgreSQL: one limit for all replicas, at the cost of one statement per request. */
export class PostgresStore implements Context {
  readonly #db: Db;
  readonly #prefix: string;
  #sweepAt = Date.now() + windowMs;

  constructor(db: Db, group: string) {
    this.#db = db;
    this.#prefix = `${group} `;
  }

  init(): void {}

  async increment(key: string, duration: number = windowMs, added = 1) {
    this.#sweep();
    const name = this.#prefix + key;
    const { hits, seconds } = await countHit(this.#db, name, duration / 1_000, added);
    const end = Date.now() + seconds * 1_000;
    return { count: hits, nextReset: new Date(end), start: end - duration };
  }

  /** A counted request is never given back. */
  decrement(): void {}

  async reset(key?: string): Promise<void> {
    await forgetHits(this.#db, this.#prefix + (key ?? "*"));
  }

  kill(): void {}

  /** Removes ended windows once per window; after a failure the next sweep removes them. */
  #sweep(): void {
    const now = Date.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + windowMs;
    sweepRateWindows(this.#db).catch(() => {});
  }
}
