import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `MEILI_BINARY=… bun tests/faults/search-restart.ts [rounds]`: a real Meilisearch of its own is killed in
 * the middle of its tasks while titles are written, and started again, every other time with an empty
 * volume. Aim: drift is 0 at most 60 s after each start.
 */
const rounds = Number(process.argv[2] ?? 6);
const { MEILI_BINARY } = process.env;
if (MEILI_BINARY === undefined) {
  console.log("This needs MEILI_BINARY, the path of a Meilisearch server.");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "meilisearch-"));
const key = "a-master-key-of-this-run-alone";
const free = Bun.serve({ port: 0, fetch: () => new Response() });
const address = `127.0.0.1:${free.port}`;
await free.stop(true);

async function start(binary: string): Promise<Bun.Subprocess> {
  const options = ["--db-path", `${folder}/data`, "--dump-dir", `${folder}/dumps`];
  const identity = ["--http-addr", address, "--master-key", key, "--no-analytics"];
  const child = Bun.spawn([binary, ...options, ...identity], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  for (;;) {
    const up = await fetch(`http://${address}/health`).catch(() => undefined);
    if (up?.ok) return child;
    await Bun.sleep(50);
  }
}

let server = await start(MEILI_BINARY);
process.env.MEILI_URL = `http://${address}`;
process.env.MEILI_KEY = key;
// The address has to be known before this looks for it.
const { indexedCatalog } = await import("../search/index/indexed-catalog");
const catalog = await indexedCatalog();
const own = { idle_ms: 500, standby_ms: 2_000, check_ms: 15_000, retry_ms: 5_000 };
const ids = await catalog.addMovies(Array.from({ length: 500 }, (_, number) => `Story ${number}`));
catalog.startRelay(own);
await catalog.inSync();
for (let round = 1; round <= rounds; round += 1) {
  const wiped = round % 2 === 0;
  for (const id of ids.slice(0, 200)) await catalog.rename(id, `Tale ${round} of ${id}`);
  server.kill("SIGKILL");
  await server.exited;
  for (const id of ids.slice(200, 300)) await catalog.rename(id, `Tale ${round} of ${id}`);
  if (wiped) await rm(`${folder}/data`, { recursive: true });
  server = await start(MEILI_BINARY);
  const back = performance.now();
  await catalog.inSync();
  const seconds = ((performance.now() - back) / 1_000).toFixed(1);
  console.log(`round ${round}${wiped ? ", wiped" : ""}: in sync after ${seconds} s (aim: 60)`);
}
await catalog[Symbol.asyncDispose]();
server.kill("SIGKILL");
await server.exited;
await rm(folder, { recursive: true, force: true });
// The database server of the tests would keep the process alive.
process.exit(0);
