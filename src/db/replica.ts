import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { within } from "~/time-limit";
import { type Database, type Db, prepared } from "./client";
import { isAway, isStandbyTrouble } from "./failure";
import * as schema from "./schema";
import { only } from "./sql";

export type ReplicaState = "ok" | "away";

export type Replica = {
  /** For reads that may be slightly stale: on the standby while it is healthy, else on the primary. */
  reads: Db;
  state: () => ReplicaState;
  /** Ends the health check and closes the standby's connections, not the primary's. */
  close: () => Promise<void>;
};

export type ReplicaOptions = {
  onChange: (state: ReplicaState) => void;
  interval_ms?: number;
  /** The standby is used only if it has replayed what the primary had written this long ago. */
  max_lag_ms?: number;
};

/**
 * Sends reads to a hot standby. A statement or read transaction that the standby cannot execute is
 * executed by the primary instead, also if the standby stops responding in the meantime.
 */
export function openReplica(
  primary: Database,
  standby: Database,
  { onChange, interval_ms = 1_000, max_lag_ms = 30_000 }: ReplicaOptions,
): Replica {
  const [preferred, fallback] = [prepared(standby.driver), prepared(primary.driver)];
  let state: ReplicaState = "away";
  const waiting = new Set<() => void>();
  const setState = (next: ReplicaState) => {
    if (next === state) return;
    state = next;
    onChange(next);
    if (next === "away") for (const giveUp of waiting) giveUp();
  };
  const read = async <T>(run: (driver: postgres.Sql) => PromiseLike<T>): Promise<T> => {
    if (state === "away") return run(fallback);
    try {
      return await unlessLost(run(preferred), waiting);
    } catch (error) {
      if (!(error instanceof Lost) && !isStandbyTrouble(error)) throw error;
      if (isAway(error)) setState("away");
      return run(fallback);
    }
  };
  const timer = watchStandby(primary.db, standby.db, { interval_ms, max_lag_ms }, setState);
  return {
    reads: drizzle(routed(fallback, read), { schema }),
    state: () => state,
    close: async () => {
      clearInterval(timer);
      // A standby that is away would not answer its last statements.
      await standby.driver.end({ timeout: state === "ok" ? 5 : 0 });
    },
  };
}

/** The standby stopped responding while a statement waited for it. */
class Lost extends Error {}

async function unlessLost<T>(result: PromiseLike<T>, waiting: Set<() => void>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  const giveUp = () => lost.reject(new Lost());
  waiting.add(giveUp);
  try {
    return await Promise.race([result, lost.promise]);
  } finally {
    waiting.delete(giveUp);
  }
}

type Read = <T>(run: (driver: postgres.Sql) => PromiseLike<T>) => Promise<T>;

/** A driver with the two methods that drizzle calls. drizzle asks for plain values after the call. */
function routed(driver: postgres.Sql, read: Read): postgres.Sql {
  const unsafe = (text: string, parameters: never[]) => {
    let plain = false;
    const result = Promise.resolve().then(() =>
      read((to) => {
        const query = to.unsafe(text, parameters);
        return plain ? query.values() : query;
      }),
    );
    const values = () => {
      plain = true;
      return result;
    };
    return Object.assign(result, { values });
  };
  const begin = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
    read((to) => to.begin(work));
  return new Proxy(driver, {
    get: (target, property) => {
      if (property === "unsafe") return unsafe;
      return property === "begin" ? begin : Reflect.get(target, property);
    },
  });
}

type Watch = { interval_ms: number; max_lag_ms: number };

/** Checks the standby at an interval: it must answer in time, be in recovery, and not lag. */
function watchStandby(
  primary: Db,
  standby: Db,
  { interval_ms, max_lag_ms }: Watch,
  setState: (state: ReplicaState) => void,
): Timer {
  const written: { at: number; lsn: string }[] = [];
  const check = async (): Promise<ReplicaState> => {
    const now = performance.now();
    const old = written.findLast(({ at }) => now - at >= max_lag_ms);
    if (old !== undefined) written.splice(0, written.indexOf(old));
    const position = lsnOf(primary).then((lsn) => written.push({ at: now, lsn }));
    await within(interval_ms, position).catch(() => {});
    return (await within(interval_ms, keepsUp(standby, old?.lsn))) ? "ok" : "away";
  };
  let isChecking = false;
  const checkOnce = async () => {
    if (isChecking) return;
    isChecking = true;
    setState(await check().catch(() => "away" as const));
    isChecking = false;
  };
  void checkOnce();
  return setInterval(checkOnce, interval_ms);
}

async function lsnOf(db: Db): Promise<string> {
  const rows = await db.execute<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`);
  return only(rows).lsn;
}

async function keepsUp(db: Db, lsn: string | undefined): Promise<boolean> {
  const rows = await db.execute<{ ok: boolean }>(sql`
    select pg_is_in_recovery()
      and coalesce(pg_last_wal_replay_lsn() >= ${lsn ?? null}::pg_lsn, true) as ok`);
  return only(rows).ok;
}
