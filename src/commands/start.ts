import { buildApp, buildObservation } from "~/app";
import type { Config } from "~/config";
import { type Deps, openDeps } from "~/deps";
import { countProviderCall, openMetrics } from "~/metrics/metrics";
import type { Traces } from "~/metrics/traces";
import type { ProviderCall } from "~/provider/http/client";
import { startWorkers } from "~/worker";
import { migrateWhenReachable, resolveDatabase } from "./database";
import { guardProcess } from "./exit";
import { type Listening, listenOn } from "./listen";

export type Service = {
  /** `http://127.0.0.1:8080`, with the actual port; empty if the process does not listen. */
  url: string;
  deps: Deps;
  /** Prints why the service waits for the database. */
  reportAway: (error: unknown) => void;
  /** Stops in the order in which nothing is lost: requests, jobs, connections, database. */
  stop: () => Promise<void>;
};

/** How long running jobs have to be handed back, of the 15 s for the whole stop. */
const DRAIN_MS = 10_000;

type Roles = {
  /** The whole API, only health and metrics, or nothing. */
  http: "api" | "observation" | "none";
  work: boolean;
  schedule: boolean;
  /** The planner; by default where there is a schedule. */
  plan: boolean;
};

/**
 * Starts the database, HTTP and worker threads of one process. It listens before the database answers, so
 * that the port is reserved and clients get 503 in the meantime. Throws Misconfigured if the port is in use.
 */
export async function startService(config: Config, roles: Partial<Roles> = {}): Promise<Service> {
  const { http = "api", work = true, schedule = true, plan = schedule } = roles;
  const database = await resolveDatabase(config);
  const metrics = openMetrics();
  const onProviderCall = (call: ProviderCall) => countProviderCall(metrics, call);
  const onRefreshed = (outcome: string) => metrics.refreshes.inc({ outcome });
  const deps = openDeps(config, database.address, "http", onProviderCall);
  for (const lookalike of config.lookalikes) deps.log.warn(lookalike);
  const stopping = new AbortController();
  const traces = await tracesTo(config.otlpEndpoint);
  let isReady = false;
  const observers = { metrics, traces, stopping: stopping.signal, isOpen: () => isReady };
  let listening: Listening | undefined;
  const close = async () => {
    await traces?.stop();
    await deps.close();
    await database.stop();
  };
  try {
    if (http !== "none") listening = listenOn(builders[http]({ ...deps, ...observers }), config);
    await migrateWhenReachable(database);
  } catch (error) {
    await listening?.stop();
    await close();
    throw error;
  }
  if (http === "api") deps.hot?.changes.start();
  isReady = true;
  const workers = work
    ? startWorkers(deps, database.address, { schedule, plan, onProviderCall, onRefreshed })
    : { ready: Promise.resolve(), stop: async () => {} };
  const stop = async () => {
    stopping.abort();
    await Promise.all([listening?.stop(), workers.stop(DRAIN_MS)]);
    await close();
  };
  guardProcess(deps.log, stop);
  await workers.ready;
  // Frees the memory of the start, mostly from unpacking a database.
  setTimeout(() => Bun.gc(true), 1_000).unref();
  return { url: listening?.url ?? "", deps, reportAway: database.reportAway, stop };
}

const builders = { api: buildApp, observation: buildObservation };

/** Loads OpenTelemetry only if traces are enabled. */
const tracesTo = async (endpoint: string | undefined): Promise<Traces | undefined> =>
  endpoint === undefined ? undefined : (await import("~/metrics/traces")).openTraces(endpoint);
