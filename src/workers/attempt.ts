import type { Db } from "~/db/client";
import { LeaseLost, type RunningJob, renew } from "~/jobs/lease";
import type { Settled } from "~/jobs/settlement";
import { within } from "~/time-limit";
import { progressWriter } from "./progress";

/**
 * Does the work of one kind of job. Its last transaction ends with `succeed`, whose result it returns.
 * An error that it throws decides what happens to the job (see jobs/fault.ts).
 */
export type Handler = (
  job: RunningJob,
  context: {
    /** Aborts if the lease is lost, the time limit is over or the worker stops: end the work at once. */
    signal: AbortSignal;
    /** Reports progress; may be called at any rate. */
    progress: (done: number, total: number) => void;
  },
) => Promise<Settled>;

export type AttemptSettings = {
  /** Time between two renewals of the lease. */
  heartbeat_ms: number;
  /** How long the lease holds without a renewal. */
  lease_ms: number;
  /** How long one attempt may take. */
  deadline_ms: number;
  /** How long a handler may take to react to the abort. */
  grace_ms: number;
  progress_ms: number;
};

/** Why an attempt was interrupted. */
export type Interruption = "lease_lost" | "deadline" | "stopped";

export type AttemptEnd = { settled: true } | { interrupted: Interruption } | { error: unknown };

/**
 * Runs a handler, renews its lease meanwhile, and returns how it ended. After an interruption the
 * handler has `grace_ms` to return. If it does not, it is left running: the lease check rolls its late
 * writes back.
 */
export async function runAttempt(
  db: Db,
  job: RunningJob,
  handler: Handler,
  settings: AttemptSettings,
  stop: AbortSignal,
): Promise<AttemptEnd> {
  if (stop.aborted) return { interrupted: "stopped" };
  const attempt = new AbortController();
  const interrupt = (reason: Interruption) => attempt.abort(reason);
  const onStop = () => interrupt("stopped");
  stop.addEventListener("abort", onStop, { once: true });
  const deadline = setTimeout(() => interrupt("deadline"), settings.deadline_ms);
  const lease = keepLease(db, job, settings, () => interrupt("lease_lost"));
  const writer = progressWriter(db, job, settings.progress_ms);
  const progress = (done: number, total: number) => writer.report({ done, total });
  try {
    const work = endOf(() => handler(job, { signal: attempt.signal, progress }));
    return await endOrInterruption(work, attempt.signal, settings.grace_ms);
  } finally {
    stop.removeEventListener("abort", onStop);
    clearTimeout(deadline);
    clearInterval(lease);
    await writer.flush();
  }
}

/** The end of the work as a value; never rejects. */
async function endOf(work: () => Promise<Settled>): Promise<AttemptEnd> {
  try {
    if ((await work()) === "settled") return { settled: true };
    return { error: new TypeError("The handler returned without settling its job.") };
  } catch (error) {
    return error instanceof LeaseLost ? { interrupted: "lease_lost" } : { error };
  }
}

/** The interruption counts, unless the work settled the job nevertheless. */
async function endOrInterruption(
  work: Promise<AttemptEnd>,
  signal: AbortSignal,
  grace_ms: number,
): Promise<AttemptEnd> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const end = (await Promise.race([work, aborted])) ?? (await within(grace_ms, work));
  if (signal.aborted && !(end && "settled" in end))
    return { interrupted: signal.reason as Interruption };
  return end ?? { interrupted: "stopped" };
}

/** Renews the lease regularly. A lease that could not be renewed for its whole length is lost, too. */
function keepLease(db: Db, job: RunningJob, settings: AttemptSettings, lost: () => void): Timer {
  let renewed_at = performance.now();
  let renewing = false;
  const renewOnce = async () => {
    const sent = performance.now();
    if (sent - renewed_at > settings.lease_ms) lost();
    if (renewing) return;
    renewing = true;
    try {
      if (await renew(db, job)) renewed_at = sent;
      else lost();
    } catch {
      // The database is unavailable: the next renewal tries again while the lease can still be ours.
    }
    renewing = false;
  };
  return setInterval(renewOnce, settings.heartbeat_ms);
}
