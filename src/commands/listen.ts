import type { AnyElysia } from "elysia";
import type { Config } from "~/config";
import { Misconfigured } from "./exit";

export type Listening = {
  url: string;
  /** Refuses new connections at once and resolves when the last response is sent. */
  stop: () => Promise<unknown>;
};

type HostAndPort = Pick<Config, "host" | "port">;

/**
 * Serves an application on HOST and PORT. The port is not shared (`reusePort: false`); with Elysia's default
 * a second service would silently receive half of the requests. Throws Misconfigured if the port cannot be
 * used.
 */
export function listenOn(app: AnyElysia, address: HostAndPort): Listening {
  const { host, port } = address;
  try {
    app.listen({ hostname: host, port, reusePort: false });
  } catch (error) {
    throw listenFailure(error, address);
  }
  return { url: urlOf(host, app.server?.port), stop: () => app.stop() };
}

function listenFailure(error: unknown, { host, port }: HostAndPort): unknown {
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

/** A wildcard address is replaced by the loopback address; IPv6 gets brackets. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** The URL of a service on this host and port, from the same machine. */
export const urlOf = (host: string, port: number | undefined): string =>
  `http://${hostInUrl(host)}:${port}`;
