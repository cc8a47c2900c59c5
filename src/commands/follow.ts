import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { JobError, JobResult } from "~/db/schema";
import { array } from "~/db/sql";
import type { JobKind } from "~/vocabulary";
import { startProgress } from "./progress";
import { unlessAway } from "./waiting";

/** How one job ended. */
export type Ending = {
  kind: JobKind;
  external_id: string;
  status: "succeeded" | "failed" | "canceled";
  result: JobResult | null;
  error: JobError | null;
};

type State = Omit<Ending, "status"> & { status: Ending["status"] | "queued" | "running" };

const LOOK_MS = 200;

type Following = {
  /** What the jobs are called on the display. */
  label: string;
  signal: AbortSignal;
  /** Gets the errors of a database that is away, and waited for. */
  tellAway: (error: unknown) => void;
};

/**
 * Follows jobs and the jobs that follow from them to their end, or until `signal` aborts, showing
 * progress meanwhile. Returns those that have ended.
 */
export async function followJobs(
  db: Db,
  ids: readonly string[],
  { label, signal, tellAway }: Following,
): Promise<Ending[]> {
  const progress = startProgress(label);
  let ended: Ending[] = [];
  try {
    while (!signal.aborted) {
      const states = await jobStates(db, ids).catch(unlessAway(tellAway));
      if (states !== undefined) {
        ended = states.filter(isEnded);
        progress.update(ended.length, states.length);
        if (ended.length === states.length) break;
      }
      await Bun.sleep(LOOK_MS);
    }
    return ended;
  } finally {
    progress.stop();
  }
}

const isEnded = (state: State): state is Ending =>
  state.status !== "queued" && state.status !== "running";

async function jobStates(db: Db, ids: readonly string[]): Promise<State[]> {
  const rows = await db.execute<State>(sql`
    select kind, external_id, status, result, error from jobs
    where id = any(${array(ids, "uuid")}) or parent_id = any(${array(ids, "uuid")})
    order by kind, external_id`);
  return [...rows];
}
