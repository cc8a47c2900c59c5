import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { eventually } from "../jobs/observation";
import { type TestDatabase, testDatabase } from "../support/database";
import { databaseEnv, freePort, program, temporaryFolder } from "./program";

setDefaultTimeout(60_000);

/** Every command that listens, as one would start it. */
const listeners = [["serve"], ["worker", "--health"], ["demo"]];

const settings = (database: TestDatabase, PORT: string) => ({
  ...databaseEnv(database),
  PORT,
  WORKER_CONCURRENCY: "1",
  LOG_LEVEL: "silent",
});

/** The status of /health/live there; rejects where nobody listens. */
const live = async (port: string) =>
  (await fetch(`http://127.0.0.1:${port}/health/live`, { keepalive: false })).status;

/** How a start ends that should be refused; one that goes on is stopped and has no code. */
async function ending(args: string[], env: Record<string, string>) {
  await using started = program(args, env);
  const code = await Promise.race([started.exited, Bun.sleep(8_000)]);
  return { code, stderr: started.said.stderr };
}

/** Every command that listens, and one on all addresses. */
const endings = (env: Record<string, string>): Promise<unknown[]> =>
  Promise.all([
    ...listeners.map((other) => ending(other, env)),
    ending(["serve"], { ...env, HOST: "0.0.0.0" }),
  ]);

const refusals = (port: string) =>
  [...listeners.map(() => "127.0.0.1"), "0.0.0.0"].map((host) => ({
    code: 78,
    stderr: `PORT ${port} is in use on ${host}; choose another one (0 takes a free one).\n`,
  }));

describe("F35: one port is one service's", () => {
  test.each(listeners)("beside %s no other command listens there", async (...args) => {
    await using database = await testDatabase();
    const port = freePort();
    const env = settings(database, port);
    await using _first = program(args.filter(Boolean), env);
    await eventually(async () => expect(await live(port)).toBe(200), 20_000);
    expect(await endings(env)).toEqual(refusals(port));
  });

  test("one that waits for its database keeps its port without a gap", async () => {
    await using database = await testDatabase();
    await using folder = await temporaryFolder();
    const port = freePort();
    await using waiting = program(["serve"], {
      ...settings(database, port),
      PGHOST: folder.path,
    });
    await waiting.says(/DATABASE_URL: the database does not answer yet/, "stderr");
    expect(await endings(settings(database, port))).toEqual(refusals(port));
    const asking = askAllTheTime(port);
    if (!("path" in database.address)) throw new Error("no socket");
    await symlink(database.address.path, `${folder.path}/.s.PGSQL.5432`);
    await waiting.says(/listens on/);
    const { answered, refused } = await asking.end();
    expect(answered).toBeGreaterThan(10);
    expect(refused).toBe(0);
  });
});

/** One new connection after the other, and what came of them. */
function askAllTheTime(port: string) {
  const counts = { answered: 0, refused: 0 };
  let ending = false;
  const asking = (async () => {
    while (!ending) {
      const status = await live(port).catch(() => 0);
      counts[status === 200 ? "answered" : "refused"] += 1;
    }
  })();
  const end = async () => {
    ending = true;
    await asking;
    return counts;
  };
  return { end };
}
