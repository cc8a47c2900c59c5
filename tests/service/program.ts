import { rmSync } from "node:fs";
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TestDatabase } from "../support/database";
import type { StandIn } from "../support/provider";

const root = join(import.meta.dir, "../..");

type Env = Record<string, string>;

/** The real program in a process of its own. */
export type Program = AsyncDisposable & {
  readonly process: Bun.Subprocess;
  readonly exited: Promise<number>;
  /** What it has said so far. */
  readonly said: { stdout: string; stderr: string };
  /** Resolves with the match once it has said this; rejects when it ends without. */
  says: (pattern: RegExp, where?: "stdout" | "stderr") => Promise<RegExpExecArray>;
};

/** `bun src/main.ts …` with no setting but those given: none of this process leaks in. */
export function program(args: readonly string[], env: Env = {}): Program {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  const child = Bun.spawn([process.execPath, "--no-env-file", "src/main.ts", ...args], {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = { stdout: "", stderr: "" };
  const heard = new Set<() => void>();
  const reading = [
    listen(child.stdout, "stdout", said, heard),
    listen(child.stderr, "stderr", said, heard),
  ];
  let ended = false;
  const exited = Promise.all([child.exited, ...reading]).then(([code]) => {
    ended = true;
    for (const wake of heard) wake();
    return code;
  });
  const says: Program["says"] = async (pattern, where = "stdout") => {
    for (;;) {
      const match = pattern.exec(said[where]);
      if (match) return match;
      if (ended) throw new Error(`it never said ${pattern}:\n${said.stdout}${said.stderr}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      heard.add(resolve);
      await promise;
      heard.delete(resolve);
    }
  };
  const dispose = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { process: child, exited, said, says, [Symbol.asyncDispose]: dispose };
}

async function listen(
  stream: ReadableStream<Uint8Array>,
  where: "stdout" | "stderr",
  said: Record<"stdout" | "stderr", string>,
  heard: Set<() => void>,
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    said[where] += decoder.decode(piece, { stream: true });
    for (const wake of heard) wake();
  }
}

/** Runs a command to its end. */
export async function finished(args: readonly string[], env: Env = {}) {
  await using running = program(args, env);
  const code = await running.exited;
  return { code, ...running.said };
}

/** A port that is free now; for programs that have to be asked before they can tell theirs. */
export function freePort(): string {
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  return String(server.port);
}

export const adminToken = "operator-token-0123456789-0123456789";

/** The settings that lead to a test database: its URL names no host, so the driver takes PGHOST. */
export function databaseEnv({ address, name }: Pick<TestDatabase, "address" | "name">): Env {
  if (!("path" in address)) throw new Error("the test server listens on a socket");
  return {
    DATABASE_URL: `postgres:///${name}`,
    PGHOST: dirname(address.path),
    PGUSER: address.user,
  };
}

export const providerEnv = ({ url, token }: Pick<StandIn, "url" | "token">): Env => ({
  TMDB_BASE_URL: url,
  TMDB_API_TOKEN: token,
  PROVIDER_RPS: "100000",
});

export type Serving = Program & {
  url: string;
  call: (method: string, path: string, body?: unknown) => Promise<Response>;
};

/** `serve` on a free port, once it listens. */
export async function serving(env: Env): Promise<Serving> {
  const settings = { PORT: "0", WORKER_CONCURRENCY: "2", SERVICE_ADMIN_TOKEN: adminToken, ...env };
  const running = program(["serve"], settings);
  const [, url = ""] = await running.says(/listens on (http:\S+)/);
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  const call: Serving["call"] = (method, path, body) =>
    fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { ...running, url, call };
}

/** What a script that ends at once leaves to its exit. */
const folders = new Set<string>();
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder for an embedded database, in memory where there is some. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const memory = await stat("/dev/shm").catch(() => undefined);
  const parent = memory?.isDirectory() ? "/dev/shm" : (process.env.TMPDIR ?? "/tmp");
  const path = await mkdtemp(join(parent, "catalog-service-"));
  // Else root would keep its database elsewhere, where nobody removes it.
  await chmod(path, 0o755);
  folders.add(path);
  const dispose = async () => {
    await rm(path, { recursive: true, force: true });
    folders.delete(path);
  };
  return { path, [Symbol.asyncDispose]: dispose };
}
