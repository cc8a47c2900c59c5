import { loadConfig } from "~/config";
import { exitCodes, Misconfigured } from "./exit";
import { urlOf } from "./listen";

/** Shorter than the 3 s timeout of the HEALTHCHECK in the Dockerfile. */
const TIMEOUT_MS = 2_500;

/** `healthcheck`: requests /health/ready from HOST and PORT; exits with 0 if the service is ready, else 1. */
export async function healthcheck(): Promise<number> {
  const { host, port } = loadConfig(process.env, { serves: false });
  if (port === 0) throw new Misconfigured("PORT must be the one that the service listens on.");
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, status } = await fetch(`${urlOf(host, port)}/health/ready`, { signal });
    console.log(ok ? "ready" : `not ready (status ${status})`);
    return ok ? exitCodes.done : exitCodes.failed;
  } catch {
    console.log("no answer");
    return exitCodes.failed;
  }
}
