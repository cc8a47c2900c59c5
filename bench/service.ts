import { dirname, resolve } from "node:path";
import type { DatabaseAddress } from "~/db/client";

export type Service = AsyncDisposable & { url: string; pid: number };

/** The settings that lead to a database; a socket has no place in the URL, so the driver takes PGHOST. */
export function databaseEnv(address: DatabaseAddress): Record<string, string> {
  if ("url" in address) return { DATABASE_URL: address.url };
  const { path, user, database } = address;
  return { DATABASE_URL: `postgres:///${database}`, PGHOST: dirname(path), PGUSER: user };
}

/**
 * Starts the binary on a filled database, as in production, with its limits on. Resolves
 * once it listens.
 */
export async function startService(
  binary: string,
  address: DatabaseAddress,
  settings: Record<string, string> = {},
): Promise<Service> {
  const { PATH = "", HOME = "" } = process.env;
  const most = "1000000";
  const child = Bun.spawn([resolve(binary), "serve", "--no-worker"], {
    env: {
      PATH,
      HOME,
      ...databaseEnv(address),
      NODE_ENV: "production",
      PORT: "0",
      SERVICE_SECRET_KEY: "a-key-of-this-bench-alone-0123456789",
      RATE_LIMIT_PUBLIC: most,
      RATE_LIMIT_SEARCH: most,
      // Each connection of the load generator is a client of its own, so that none reaches the limits.
      TRUST_PROXY: "1",
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  // An interrupted run leaves no service behind.
  process.on("exit", () => child.kill());
  let said = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    const url = /listens on (http:\S+)/.exec(said)?.[1];
    if (url === undefined) continue;
    const stop = async () => {
      child.kill("SIGTERM");
      await child.exited;
    };
    return { url, pid: child.pid, [Symbol.asyncDispose]: stop };
  }
  throw new Error(`the service ended before it listened:\n${said}`);
}

const sources = ["src/**/*", "assets/**/*", "drizzle/**/*", "package.json", "bun.lock"];

/** Builds the binary of this tree unless it is newer than all of its sources. Returns its path. */
export async function builtBinary(say: (text: string) => void): Promise<string> {
  const binary = "dist/media-catalog";
  const built = Bun.file(binary);
  let newest = 0;
  for (const pattern of sources) {
    for await (const path of new Bun.Glob(pattern).scan()) {
      newest = Math.max(newest, Bun.file(path).lastModified);
    }
  }
  if (!(await built.exists()) || built.lastModified < newest) {
    say("building the binary");
    const build = Bun.spawn([process.execPath, "scripts/build.ts"], { stdout: "ignore" });
    if ((await build.exited) !== 0) throw new Error("the build failed");
  }
  return binary;
}
