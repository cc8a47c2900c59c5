import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { only } from "~/db/sql";
import type { Log } from "~/log";
import { sleep } from "~/wake-signal";

const LOCK = 727_002;

/** One thing that the planner looks after. */
export type Step = {
  /** For the log: what could not be done. */
  name: string;
  /** Whether there is something to do, in SQL; index look-ups alone, because every pass asks. */
  isDue: SQL;
  /** Does it, or a part of it that takes well below a second. Nobody else does meanwhile. */
  act: (tx: Db) => Promise<unknown>;
};

type PlannerOptions = {
  db: Db;
  log: Log;
  steps: readonly Step[];
  /** Done once, before the first pass. */
  first?: ((db: Db) => Promise<unknown>) | undefined;
  /** From one pass to the next. */
  every_ms?: number;
  /** The same after a pass that had something to do. */
  busy_ms?: number;
};

/**
 * Makes a pass every `every_ms` on every replica with workers, and sooner after one with something to do, so
 * that each does little; one replica acts at a time. `stop` waits for the step that is being done.
 */
export function startPlanner(options: PlannerOptions): { stop: () => Promise<void> } {
  const stop = new AbortController();
  const running = keepPlanning(options, stop.signal);
  return {
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

async function keepPlanning(
  { db, log, steps, first, every_ms = 1_900, busy_ms = 500 }: PlannerOptions,
  signal: AbortSignal,
): Promise<void> {
  let failing = false;
  let isFirst = true;
  while (!signal.aborted && steps.length > 0) {
    let done: string[] = [];
    try {
      if (isFirst) await first?.(db);
      isFirst = false;
      done = await planOnce(db, steps);
      failing = false;
    } catch (error) {
      if (!failing) log.error({ reason: describe(error) }, "planning failed; trying again");
      failing = true;
    }
    await sleep(done.length > 0 ? Math.min(busy_ms, every_ms) : every_ms, signal);
  }
}

/**
 * One pass: asks in one statement which steps have something to do, and does those in their order. Returns
 * their names. A step that another replica is doing is left to it.
 */
export async function planOnce(db: Db, steps: readonly Step[]): Promise<string[]> {
  const questions = steps.map(({ isDue }) => sql`(${isDue})`);
  const asked = await db.execute<{ due: boolean[] }>(
    sql`select json_build_array(${sql.join(questions, sql`, `)}) as due`,
  );
  const { due } = only(asked);
  const done: string[] = [];
  for (const [index, { name, act }] of steps.entries()) {
    if (due[index] !== true) continue;
    const isDone = await alone(db, act);
    if (isDone) done.push(name);
  }
  return done;
}

/**
 * Works under a lock that all replicas share; it ends with the transaction, also if the process dies. The
 * commit does not wait for the disk: what a crash of the server takes back is due as before.
 */
const alone = (db: Db, act: Step["act"]): Promise<boolean> =>
  db.transaction(async (tx) => {
    const lock = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}) as held,
        set_config('statement_timeout', '60s', true) as limit,
        set_config('synchronous_commit', 'off', true) as commit`,
    );
    const { held } = only(lock);
    if (held) await act(tx);
    return held;
  });
