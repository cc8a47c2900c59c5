import type { Db } from "~/db/client";
import { LeaseLost, type RunningJob, renew } from "~/jobs/lease";
import type { Settled } from "~/jobs/settlement";
import { within } from "~/time-limit";
import { progressWriter } from "./progress";

/** What a handler gets besides its job. */
export type RunContext = {
  /** Aborts when the lease is lost, the run takes too long or the worker stops: end the work at once. */
  signal: AbortSignal;
  /** How many of the known parts are done; call it as often as you like. */
  progress: (done: number, total: number) => void;
};

/**
 * Does the work of one kind. Its last transaction ends with `succeed`, whose answer it returns; any
 * error it throws becomes the job's fate (see fault.ts).
 */
export type Handler = (job: RunningJob, context: RunContext) => Promise<Settled>;

export type AttemptSettings = {
  /** Time between two renewals of the lease. */
  heartbeat_ms: number;
  /** How long the lease is believed to hold without a renewal. */
  lease_ms: number;
  /** How long one attempt may take. */
  deadline_ms: number;
  /** How long a handler may take to notice that it is aborted. */
  grace_ms: number;
  progress_ms: number;
};

/** Why an attempt was cut short. */
export type Cut = "lease_lost" | "deadline" | "stopped";

export type AttemptEnd = { settled: true } | { cut: Cut } | { error: unknown };

/**
 * Runs a handler under its lease and tells how that ended. After a cut the handler gets a moment to
 * notice; one that does not is left alone, since its late writes are fenced off.
 */
export async function runAttempt(
  db: Db,
  job: RunningJob,
  handler: Handler,
  settings: AttemptSettings,
  stop: AbortSignal,
): Promise<AttemptEnd> {
  if (stop.aborted) return { cut: "stopped" };
  const attempt = new AbortController();
  const cut = (reason: Cut) => attempt.abort(reason);
  const onStop = () => cut("stopped");
  stop.addEventListener("abort", onStop, { once: true });
  const deadline = setTimeout(() => cut("deadline"), settings.deadline_ms);
  const lease = keepLease(db, job, settings, () => cut("lease_lost"));
  const writer = progressWriter(db, job, settings.progress_ms);
  const progress = (done: number, total: number) => writer.report({ done, total });
  try {
    const work = ended(() => handler(job, { signal: attempt.signal, progress }));
    return await endOrCut(work, attempt.signal, settings.grace_ms);
  } finally {
    stop.removeEventListener("abort", onStop);
    clearTimeout(deadline);
    clearInterval(lease);
    await writer.flush();
  }
}

/** The end of the work as a value. */
async function ended(work: () => Promise<Settled>): Promise<AttemptEnd> {
  try {
    if ((await work()) === "settled") return { settled: true };
    return { error: new TypeError("The handler returned without settling its job.") };
  } catch (error) {
    return error instanceof LeaseLost ? { cut: "lease_lost" } : { error };
  }
}

/** A cut counts unless the work got to its end nevertheless. */
async function endOrCut(
  work: Promise<AttemptEnd>,
  signal: AbortSignal,
  grace_ms: number,
): Promise<AttemptEnd> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const end = (await Promise.race([work, aborted])) ?? (await within(grace_ms, work));
  if (signal.aborted && !(end && "settled" in end)) return { cut: signal.reason as Cut };
  return end ?? { cut: "stopped" };
}

/** The heartbeat. A lease that could not be renewed for its whole length is given up, too. */
function keepLease(db: Db, job: RunningJob, settings: AttemptSettings, lost: () => void): Timer {
  let held = performance.now();
  let beating = false;
  const beat = async () => {
    const sent = performance.now();
    if (sent - held > settings.lease_ms) lost();
    if (beating) return;
    beating = true;
    try {
      if (await renew(db, job)) held = sent;
      else lost();
    } catch {
      // The database is away: the next beat tries again, as long as the lease can still be ours.
    }
    beating = false;
  };
  return setInterval(beat, settings.heartbeat_ms);
}
