import type { AnyElysia } from "elysia";
import type { Config } from "~/config";
import { Misconfigured } from "./exit";
import { urlOf } from "./url";

export type Listening = {
  url: string;
  /** Refuses new connections at once and ends when the last answer is out. */
  stop: () => Promise<unknown>;
};

type Place = Pick<Config, "host" | "port">;

/**
 * Serves an application on HOST and PORT, which belong to this process alone: shared, as Elysia has it
 * by default, a second service would silently take half of the requests. Throws Misconfigured where
 * that cannot be.
 */
export function listenOn(app: AnyElysia, place: Place): Listening {
  const { host, port } = place;
  try {
    app.listen({ hostname: host, port, reusePort: false });
  } catch (error) {
    throw listenFailure(error, place);
  }
  return { url: urlOf(host, app.server?.port), stop: () => app.stop() };
}

function listenFailure(error: unknown, { host, port }: Place): unknown {
  const { code } = error as { code?: unknown };
  if (code === "EADDRINUSE")
    return new Misconfigured(
      `PORT ${port} is in use on ${host}; choose another one (0 takes a free one).`,
    );
  if (code === "EACCES")
    return new Misconfigured(`PORT ${port} needs rights that this user does not have.`);
  if (code === "EADDRNOTAVAIL") return new Misconfigured("HOST is no address of this machine.");
  return error;
}
