import { buildApp, buildObservation } from "~/app";
import type { Config } from "~/config";
import { type Deps, openDeps } from "~/deps";
import { countProviderCall, openMetrics } from "~/metrics/metrics";
import type { Traces } from "~/metrics/traces";
import type { ProviderCall } from "~/provider/http/client";
import { startWorkers } from "~/worker";
import { chosenDatabase, untilMigrated } from "./database";
import { guardProcess } from "./guard";
import { type Listening, listenOn } from "./listen";

export type Service = {
  /** `http://127.0.0.1:8080`, with the port that was really taken; empty where nothing listens. */
  url: string;
  deps: Deps;
  /** Says why the database is waited for. */
  tellAway: (error: unknown) => void;
  /** Ends in the order in which nothing is lost: requests, jobs, connections, database. */
  stop: () => Promise<void>;
};

/** How long jobs get to hand themselves back, out of the 15 s of a whole stop. */
const DRAIN_MS = 10_000;

type Roles = {
  /** The whole API, health and metrics alone, or nothing. */
  http: "api" | "observation" | "none";
  work: boolean;
  schedule: boolean;
};

/**
 * Database, HTTP and worker threads of one process. It listens before the database answers, so that
 * its port is its own and whoever asks is told to wait. Throws Misconfigured for a port in use.
 */
export async function startService(config: Config, roles: Partial<Roles> = {}): Promise<Service> {
  const { http = "api", work = true, schedule = true } = roles;
  const database = await chosenDatabase(config);
  const metrics = openMetrics();
  const onProviderCall = (call: ProviderCall) => countProviderCall(metrics, call);
  const deps = openDeps(config, database.address, "http", onProviderCall);
  for (const lookalike of config.lookalikes) deps.log.warn(lookalike);
  const stopping = new AbortController();
  const traces = await tracesTo(config.otlpEndpoint);
  let isReady = false;
  const told = { metrics, traces, stopping: stopping.signal, isOpen: () => isReady };
  let listening: Listening | undefined;
  const close = async () => {
    await traces?.stop();
    await deps.close();
    await database.stop();
  };
  try {
    if (http !== "none") listening = listenOn(builders[http]({ ...deps, ...told }), config);
    await untilMigrated(database);
  } catch (error) {
    await listening?.stop();
    await close();
    throw error;
  }
  isReady = true;
  const workers = work
    ? startWorkers(deps, database.address, { schedule, onProviderCall })
    : { ready: Promise.resolve(), stop: async () => {} };
  const stop = async () => {
    stopping.abort();
    await Promise.all([listening?.stop(), workers.stop(DRAIN_MS)]);
    await close();
  };
  guardProcess(deps.log, stop);
  await workers.ready;
  // What starting took, above all unpacking a database, is not needed again.
  setTimeout(() => Bun.gc(true), 1_000).unref();
  return { url: listening?.url ?? "", deps, tellAway: database.tellAway, stop };
}

const builders = { api: buildApp, observation: buildObservation };

/** Loads what sends traces only where they are wanted. */
const tracesTo = async (endpoint: string | undefined): Promise<Traces | undefined> =>
  endpoint === undefined ? undefined : (await import("~/metrics/traces")).openTraces(endpoint);
