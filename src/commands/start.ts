import { buildApp } from "~/app";
import type { Config } from "~/config";
import { openDeps } from "~/deps";
import { startWorkers } from "~/worker";
import { readyDatabase } from "./database";
import { Misconfigured } from "./exit";
import { guardProcess } from "./guard";

export type Service = {
  /** `http://127.0.0.1:8080`, with the port that was really taken. */
  url: string;
  deps: ReturnType<typeof openDeps>;
  /** Ends in the order in which nothing is lost: requests, jobs, connections, database. */
  stop: () => Promise<void>;
};

/** How long jobs get to hand themselves back, out of the 15 s of a whole stop. */
const DRAIN_MS = 10_000;

/** Database, HTTP and worker threads of one process. Throws Misconfigured for a port in use. */
export async function startService(
  config: Config,
  { schedule }: { schedule: boolean },
): Promise<Service> {
  const database = await readyDatabase(config);
  const deps = openDeps(config, database.address, "http");
  const stopping = new AbortController();
  const app = buildApp({ ...deps, stopping: stopping.signal });
  try {
    app.listen({ hostname: config.host, port: config.port });
  } catch (error) {
    await deps.close();
    await database.stop();
    throw listenFailure(error);
  }
  const workers = startWorkers(deps, database.address, { schedule });
  const stop = async () => {
    stopping.abort();
    await Promise.all([app.stop(), workers.stop(DRAIN_MS)]);
    await deps.close();
    await database.stop();
  };
  guardProcess(deps.log, stop);
  await workers.ready;
  return { url: `http://${hostInUrl(config.host)}:${app.server?.port}`, deps, stop };
}

function listenFailure(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (code === "EADDRINUSE")
    return new Misconfigured("PORT is in use; choose another one (0 takes a free one).");
  if (code === "EACCES")
    return new Misconfigured("PORT needs rights that this user does not have.");
  if (code === "EADDRNOTAVAIL") return new Misconfigured("HOST is no address of this machine.");
  return error;
}

/** A wildcard address is reached as the loopback one; IPv6 stands in brackets. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
