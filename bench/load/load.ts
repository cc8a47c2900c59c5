import { join } from "node:path";
import { lineProcess } from "../lines";

/** Requests to make: over so many connections, one after the other on each, the paths in turn. */
export type Load = {
  /** Scheme, host and port. */
  origin: string;
  paths: readonly string[];
  connections: number;
  /** At least this long, and at least so many requests. */
  seconds: number;
  least: number;
  headers?: Record<string, string>;
  /** JSON that is posted to each path; by default they are read with GET. */
  json?: string;
  /** The status that every answer must have; 200 by default. */
  status?: number;
};

/** What came of it: quantiles of the response times, and the mean size of a body in bytes. */
export type Loaded = {
  requests: number;
  seconds: number;
  p50_ms: number;
  p99_ms: number;
  bytes: number;
};

export type LoadGenerator = Disposable & { run: (load: Load) => Promise<Loaded> };

/** Starts the load generator; one load at a time. Rejects if an answer has another status. */
export function loadGenerator(): LoadGenerator {
  const process_ = lineProcess(join(import.meta.dir, "client.ts"));
  const run = async (load: Load): Promise<Loaded> => {
    const answer = JSON.parse(await process_.ask(JSON.stringify(load))) as Loaded | Failed;
    if ("error" in answer) throw new Error(answer.error);
    return answer;
  };
  return { run, [Symbol.dispose]: () => process_[Symbol.dispose]() };
}

type Failed = { error: string };
