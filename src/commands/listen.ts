import type { AnyElysia } from "elysia";
import type { Config } from "~/config";
import { errorResponse, notReady } from "~/http/error-response";
import { Misconfigured } from "./exit";
import { urlOf } from "./url";

export type Listening = {
  url: string;
  /** Refuses new connections at once and ends when the last answer is out. */
  stop: () => Promise<unknown>;
};

type Place = Pick<Config, "host" | "port">;

/** Serves an application on HOST and PORT. Throws Misconfigured where that cannot be. */
export function listenOn(app: AnyElysia, { host, port }: Place): Listening {
  try {
    app.listen({ hostname: host, port });
  } catch (error) {
    throw listenFailure(error);
  }
  return { url: urlOf(host, app.server?.port), stop: () => app.stop() };
}

/**
 * Answers while the database is waited for: alive, and ready for nothing (P15). Nobody knows a free
 * port that was not chosen yet, so for port 0 it does not.
 */
export function listenMeanwhile({ host, port }: Place): { stop: () => Promise<void> } {
  if (port === 0) return { stop: async () => {} };
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch: ({ url }) =>
        new URL(url).pathname === "/health/live"
          ? Response.json({ status: "ok" })
          : errorResponse(notReady()),
    });
  } catch (error) {
    throw listenFailure(error);
  }
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
