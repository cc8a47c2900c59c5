import { loadConfig } from "~/config";
import { exitCodes, Misconfigured } from "./exit";
import { urlOf } from "./url";

/** Shorter than the 3 s after which a container's HEALTHCHECK gives up. */
const PATIENCE_MS = 2_500;

/** `healthcheck`: asks /health/ready of the service on HOST and PORT; 0 when it is ready, else 1. */
export async function healthcheck(): Promise<number> {
  const { host, port } = loadConfig(process.env, { serves: false });
  if (port === 0) throw new Misconfigured("PORT must be the one that the service listens on.");
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { ok, status } = await fetch(`${urlOf(host, port)}/health/ready`, { signal });
    console.log(ok ? "ready" : `not ready (status ${status})`);
    return ok ? exitCodes.done : exitCodes.failed;
  } catch {
    console.log("no answer");
    return exitCodes.failed;
  }
}
