import type { Db } from "~/db/client";
import { describe, places } from "~/db/failure-facts";
import { type Random, retryDelay, snoozeDelay } from "~/jobs/backoff";
import { faultOf, internalFault, type JobFault } from "~/jobs/fault";
import { claim, LEASE_SECONDS, type RunningJob } from "~/jobs/lease";
import { fail, handBack, retryLater, snooze } from "~/jobs/settlement";
import type { Log } from "~/log";
import type { JobKind } from "~/vocabulary";
import { sleep, type WakeSignal } from "~/wake-signal";
import { type AttemptEnd, type AttemptSettings, type Handler, runAttempt } from "./attempt";

export type LoopSettings = AttemptSettings & {
  /** How often an idle loop looks for jobs that are due. */
  poll_ms: number;
};

export const loopSettings: LoopSettings = {
  poll_ms: 2_000,
  heartbeat_ms: 10_000,
  lease_ms: LEASE_SECONDS * 1_000,
  deadline_ms: 300_000,
  grace_ms: 1_000,
  progress_ms: 500,
};

export type LoopOptions = {
  db: Db;
  handlers: Record<JobKind, Handler>;
  log: Log;
  /** Ends the loop: the current job is aborted and queued again. */
  signal: AbortSignal;
  wakeSignal: WakeSignal;
  random: Random;
  settings?: Partial<LoopSettings>;
  /** Called with each lease token before it is used, so that a supervisor can release its job. */
  onClaim?: (lease_token: string) => void;
};

/**
 * Claims one job after the other and runs its handler, until `signal` aborts. Keeps trying while the
 * database is unavailable. Never rejects.
 */
export async function runLoop(options: LoopOptions): Promise<void> {
  const { db, signal, wakeSignal, log } = options;
  const settings = { ...loopSettings, ...options.settings };
  let failures = 0;
  while (!signal.aborted) {
    try {
      const lease_token = crypto.randomUUID();
      options.onClaim?.(lease_token);
      const job = await claim(db, lease_token);
      failures = 0;
      if (job === undefined) await wakeSignal.wait(settings.poll_ms, signal);
      else await runJob(job, options, settings);
    } catch (error) {
      failures += 1;
      if (failures === 1)
        log.error({ reason: describe(error) }, "no job could be claimed; trying again");
      await sleep(Math.min(5_000, 100 * 2 ** Math.min(failures, 10)), signal);
    }
  }
}

async function runJob(
  job: RunningJob,
  options: LoopOptions,
  settings: LoopSettings,
): Promise<void> {
  const { db, handlers, log, signal } = options;
  const end = await runAttempt(db, job, handlers[job.kind], settings, signal);
  const { id, kind, external_id, run, attempts } = job;
  const jobLog = { job_id: id, kind, external_id, run, attempt: attempts };
  try {
    await withRetries(() => settleAttempt(job, end, options, jobLog));
  } catch (error) {
    // The lease expires, and the sweep of any replica then rescues the job.
    log.error({ ...jobLog, reason: describe(error) }, "the end of an attempt could not be stored");
  }
}

/** Settles the job by how its attempt ended. A handler that succeeded has settled it already. */
async function settleAttempt(
  job: RunningJob,
  end: AttemptEnd,
  { db, log, random }: LoopOptions,
  jobLog: Record<string, unknown>,
): Promise<void> {
  if ("settled" in end) return log.debug(jobLog, "job succeeded");
  if ("interrupted" in end && end.interrupted === "lease_lost")
    return log.warn(jobLog, "lease_lost");
  let held: boolean;
  if ("interrupted" in end && end.interrupted === "stopped") {
    held = await handBack(db, job);
    log.info(jobLog, "job handed back");
  } else {
    const fault =
      "interrupted" in end ? internalFault("The run took too long.") : faultOf(end.error);
    const where = "error" in end && fault.error.code === "internal_error" ? places(end.error) : [];
    log.warn({ ...jobLog, ...fault.error, places: where }, "attempt failed");
    held = await settleFault(db, job, fault, random);
  }
  if (!held) log.warn(jobLog, "lease_lost");
}

function settleFault(db: Db, job: RunningJob, fault: JobFault, random: Random): Promise<boolean> {
  const { error, action, retry_after_seconds } = fault;
  if (action === "fail") return fail(db, job, error);
  if (action === "retry") return retryLater(db, job, error, retryDelay(job.attempts, random));
  return snooze(db, job, error, snoozeDelay(job.snoozes, retry_after_seconds, random));
}

/** Retries for some seconds: long enough for a restart of the database, shorter than the lease. */
async function withRetries(action: () => Promise<void>): Promise<void> {
  for (let delay = 100; delay < 6_000; delay *= 2) {
    try {
      return await action();
    } catch {
      await Bun.sleep(delay);
    }
  }
  return action();
}
