import { MultiBar, Presets, type SingleBar } from "cli-progress";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { JobError, JobResult } from "~/db/schema";
import { array } from "~/db/sql";
import type { JobKind } from "~/vocabulary";
import { reportIfAway } from "./waiting";

/** A progress display: a bar on a terminal, otherwise a line per tenth. */
export type Progress = { update: (done: number, total: number) => void; stop: () => void };

/** Starts a progress display on standard error; standard output is for results. */
export function startProgress(label: string): Progress {
  return process.stderr.isTTY ? bar(label) : lines(label);
}

function bar(label: string): Progress {
  const bars = new MultiBar(
    { format: `${label} {bar} {value}/{total}`, stream: process.stderr, hideCursor: true },
    Presets.shades_classic,
  );
  const single: SingleBar = bars.create(0, 0);
  return {
    update: (done, total) => {
      single.setTotal(total);
      single.update(done);
    },
    stop: () => bars.stop(),
  };
}

function lines(label: string): Progress {
  let tenth = -1;
  return {
    update: (done, total) => {
      const next = total === 0 ? 0 : Math.floor((10 * done) / total);
      if (next === tenth) return;
      tenth = next;
      console.error(`${label}: ${done} of ${total}`);
    },
    stop: () => {},
  };
}

const LINE_MS = 10_000;

/**
 * The same with the rate and the time left, for work that takes long: without a terminal a line every 10 s.
 * `seconds_left` is null while it is unknown, and computed where it is not given.
 */
export function startTimedProgress(
  label: string,
  line_ms = LINE_MS,
): {
  update: (done: number, total: number, seconds_left?: number | null) => void;
  stop: () => void;
} {
  const start = performance.now();
  const { isTTY } = process.stderr;
  const options = { stream: process.stderr, hideCursor: true, format: `${label} {bar} {text}` };
  const bars = isTTY ? new MultiBar(options, Presets.shades_classic) : undefined;
  const single = bars?.create(0, 0, { text: "" });
  let shown = start;
  return {
    update: (done, total, seconds_left) => {
      const rate = done / ((performance.now() - start) / 1_000);
      const left = seconds_left === undefined ? (total - done) / rate : seconds_left;
      const text = `${done}/${total}, ${rate.toFixed(0)}/s${timeLeft(left)}`;
      single?.setTotal(total);
      single?.update(done, { text });
      if (single !== undefined || performance.now() - shown < line_ms) return;
      shown = performance.now();
      console.error(`${label}: ${text}`);
    },
    stop: () => bars?.stop(),
  };
}

function timeLeft(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return "";
  const whole = Math.ceil(seconds);
  if (whole < 120) return `, ${whole} s left`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 120 ? `, ${minutes} min left` : `, ${(minutes / 60).toFixed(1)} h left`;
}

/** How one job ended. */
export type Ending = {
  kind: JobKind;
  external_id: string;
  status: "succeeded" | "failed" | "canceled";
  result: JobResult | null;
  error: JobError | null;
};

type State = Omit<Ending, "status"> & { status: Ending["status"] | "queued" | "running" };

const POLL_MS = 200;

type FollowOptions = {
  /** Name of the jobs on the display. */
  label: string;
  signal: AbortSignal;
  /** Receives errors of an unreachable database, which is waited for. */
  reportAway: (error: unknown) => void;
};

/**
 * Shows the progress of jobs and their child jobs until all have ended or `signal` aborts. Returns the jobs
 * that have ended.
 */
export async function followJobs(
  db: Db,
  ids: readonly string[],
  { label, signal, reportAway }: FollowOptions,
): Promise<Ending[]> {
  const progress = startProgress(label);
  let ended: Ending[] = [];
  try {
    while (!signal.aborted) {
      const states = await jobStates(db, ids).catch(reportIfAway(reportAway));
      if (states !== undefined) {
        ended = states.filter(isEnded);
        progress.update(ended.length, states.length);
        if (ended.length === states.length) break;
      }
      await Bun.sleep(POLL_MS);
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
