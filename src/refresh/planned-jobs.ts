import type { Db } from "~/db/client";
import { LeaseLost, type RunningJob } from "~/jobs/lease";
import { type Settled, waitLonger } from "~/jobs/settlement";
import { ProviderError } from "~/provider/http/errors";
import { type JobKind, jobPriorities } from "~/vocabulary";
import { PlannedCallsSpent } from "./budget";

type Work<Context> = (job: RunningJob, context: Context) => Promise<Settled>;
type Works<Context> = Record<JobKind, Work<Context>>;

type Options<Context> = {
  db: Db;
  /** What jobs do that an operator or an import requested. */
  direct: Works<Context>;
  /** The same with a provider whose calls count as planned. */
  planned: Works<Context>;
  /** Called with the error code of an attempt to fetch a record again that failed. */
  onFailed: (code: string) => void;
};

/** Runs each job as the one who requested it demands: those of the planner keep to its budget. */
export function byRequester<Context>(options: Options<Context>): Works<Context> {
  const { direct } = options;
  const work =
    (kind: JobKind): Work<Context> =>
    (job, context) =>
      job.priority === jobPriorities.planner
        ? runPlanned(options, job, context)
        : direct[kind](job, context);
  const kinds = Object.keys(direct) as JobKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, work(kind)])) as Works<Context>;
}

/** Runs a job of the planner; it waits while no call may be planned. */
async function runPlanned<Context>(
  { db, planned, onFailed }: Options<Context>,
  job: RunningJob,
  context: Context,
): Promise<Settled> {
  try {
    return await planned[job.kind](job, context);
  } catch (error) {
    if (error instanceof PlannedCallsSpent) return waitLonger(db, job, error.seconds);
    if (job.kind !== "changes" && !(error instanceof LeaseLost)) onFailed(codeOf(error));
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof ProviderError ? error.code : "internal_error";
