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
  /** Reads that may be a moment old: on the standby while it is well, else on the primary. */
  reads: Db;
  state: () => ReplicaState;
  /** Ends the watch and the standby's connections, not the primary's. */
  close: () => Promise<void>;
};

export type ReplicaOptions = {
  tell: (state: ReplicaState) => void;
  every_ms?: number;
  /** A standby that has not replayed what the primary had written so long ago is not read from. */
  most_lag_ms?: number;
};

/**
 * Sends reads to a hot standby. Each statement, or transaction of reads, that the standby cannot do is
 * done by the primary instead; so are those that wait for it when a look finds it silent.
 */
export function openReplica(
  primary: Database,
  standby: Database,
  { tell, every_ms = 1_000, most_lag_ms = 30_000 }: ReplicaOptions,
): Replica {
  const [first, second] = [prepared(standby.driver), prepared(primary.driver)];
  let state: ReplicaState = "away";
  const waiting = new Set<() => void>();
  const become = (next: ReplicaState) => {
    if (next === state) return;
    state = next;
    tell(next);
    if (next === "away") for (const giveUp of waiting) giveUp();
  };
  const read = async <T>(ask: (driver: postgres.Sql) => PromiseLike<T>): Promise<T> => {
    if (state === "away") return ask(second);
    try {
      return await unlessLost(ask(first), waiting);
    } catch (error) {
      if (!(error instanceof Lost) && !isStandbyTrouble(error)) throw error;
      if (isAway(error)) become("away");
      return ask(second);
    }
  };
  const look = watchOf(primary.db, standby.db, { every_ms, most_lag_ms }, become);
  return {
    reads: drizzle(routed(second, read), { schema }),
    state: () => state,
    close: async () => {
      clearInterval(look);
      // One that is away would keep its last statements waiting.
      await standby.driver.end({ timeout: state === "ok" ? 5 : 0 });
    },
  };
}

/** The standby fell silent while a statement waited for it. */
class Lost extends Error {}

async function unlessLost<T>(answer: PromiseLike<T>, waiting: Set<() => void>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  const giveUp = () => lost.reject(new Lost());
  waiting.add(giveUp);
  try {
    return await Promise.race([answer, lost.promise]);
  } finally {
    waiting.delete(giveUp);
  }
}

type Read = <T>(ask: (driver: postgres.Sql) => PromiseLike<T>) => Promise<T>;

/** The two ways in which drizzle uses a driver. Whether it wants plain values it says a moment later. */
function routed(driver: postgres.Sql, read: Read): postgres.Sql {
  const unsafe = (text: string, parameters: never[]) => {
    let plain = false;
    const answer = Promise.resolve().then(() =>
      read((to) => {
        const query = to.unsafe(text, parameters);
        return plain ? query.values() : query;
      }),
    );
    const values = () => {
      plain = true;
      return answer;
    };
    return Object.assign(answer, { values });
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

type Watch = { every_ms: number; most_lag_ms: number };

/** Looks at the standby again and again: it has to answer at once, be one, and keep up. */
function watchOf(
  primary: Db,
  standby: Db,
  { every_ms, most_lag_ms }: Watch,
  become: (state: ReplicaState) => void,
): Timer {
  const written: { at: number; lsn: string }[] = [];
  const look = async (): Promise<ReplicaState> => {
    const now = performance.now();
    const old = written.findLast(({ at }) => now - at >= most_lag_ms);
    if (old !== undefined) written.splice(0, written.indexOf(old));
    const position = lsnOf(primary).then((lsn) => written.push({ at: now, lsn }));
    await within(every_ms, position).catch(() => {});
    return (await within(every_ms, keepsUp(standby, old?.lsn))) ? "ok" : "away";
  };
  let looking = false;
  const again = async () => {
    if (looking) return;
    looking = true;
    become(await look().catch(() => "away" as const));
    looking = false;
  };
  void again();
  return setInterval(again, every_ms);
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
