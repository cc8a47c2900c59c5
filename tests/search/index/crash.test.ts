import { expect, setDefaultTimeout, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { describeIsolated } from "./describe-isolated";
import { type IndexedCatalog, indexedCatalog, until } from "./indexed-catalog";
import type { RelaySetup } from "./relay-process";
import { BEFORE_COMMIT, type WriterSetup } from "./writer-process";

setDefaultTimeout(240_000);

function spawn(script: string, setup: RelaySetup | WriterSetup): Bun.Subprocess {
  const command = [process.execPath, `${import.meta.dir}/${script}`, JSON.stringify(setup)];
  return Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "inherit" });
}

/** Starts a relay in a separate process that reaches Meilisearch through the gate. */
const spawnRelay = ({ database: { address }, gate, key, index }: IndexedCatalog) =>
  spawn("relay-process.ts", { address, url: gate.url, key, index });

async function kill(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}

/** Kills the relay at the first matching request, before it reaches Meilisearch or before the response returns. */
function killAt(
  { gate, url, meili }: IndexedCatalog,
  child: Bun.Subprocess,
  request: RegExp,
  when: "before" | "after",
): Promise<void> {
  const killed = Promise.withResolvers<void>();
  gate.watch(async (seen) => {
    const { pathname, search } = new URL(seen.url);
    if (!request.test(`${seen.method} ${pathname}`)) return undefined;
    gate.watch(undefined);
    if (when === "after" && request === polling) {
      await meili.waitForTask(Number(pathname.split("/").at(-1)));
    } else if (when === "after") {
      const { method, headers } = seen;
      await fetch(`${url}${pathname}${search}`, { method, headers, body: await seen.text() });
    }
    killed.resolve(kill(child));
    return new Response(null, { status: 500 });
  });
  return killed.promise;
}

const isBlocked = async (db: Db): Promise<boolean> => {
  const waiting = await db.execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return waiting.length > 0;
};

/** Starts a process that has to wait for the lock of this statement, and kills it while it waits. */
async function killBlocked(
  { db }: IndexedCatalog,
  lock: SQL,
  start: () => Bun.Subprocess | Promise<Bun.Subprocess>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(lock);
    const child = await start();
    await until(() => isBlocked(db), "the process waits for the lock");
    await kill(child);
  });
}

const polling = /GET \/tasks\//;
const sending = /POST .*\/documents$/;

describeIsolated("P11: drift is repaired after a process was killed", () => {
  test.each([
    ["before it sends", sending, "before"],
    ["after it has sent", sending, "after"],
    ["before it asks for the task", polling, "before"],
    ["before it removes the entry from the outbox", polling, "after"],
  ] as const)("the relay, %s", async (_, request, when) => {
    await using catalog = await indexedCatalog();
    const [id = ""] = await catalog.addMovies(["Harbor Light", "Glass Orchard"]);
    const child = spawnRelay(catalog);
    await catalog.inSync();
    const killed = killAt(catalog, child, request, when);
    await catalog.rename(id, "Harbour Light");
    await killed;
    expect(await catalog.outboxSize()).toBe(1);
    catalog.startRelay();
    await catalog.inSync();
  });

  test.each([
    ["before it adds to the outbox", sql`lock table search_outbox in access exclusive mode`],
    ["before it commits", sql`select pg_advisory_xact_lock(${BEFORE_COMMIT})`],
  ])("a writer, %s", async (_, lock) => {
    await using catalog = await indexedCatalog();
    const [id = ""] = await catalog.addMovies(["Harbor Light"]);
    const stop = catalog.startRelay();
    await catalog.inSync();
    await stop();
    const { address } = catalog.database;
    await killBlocked(catalog, lock, () =>
      spawn("writer-process.ts", { address, id, title: "Harbour Light" }),
    );
    await until(async () => !(await isBlocked(catalog.db)), "the server has noticed");
    expect(await catalog.outboxSize()).toBe(0);
    expect(await catalog.titles("harbor light")).toEqual(["Harbor Light"]);
    catalog.startRelay();
    await catalog.rename(id, "Harbour Light");
    await catalog.inSync();
  });
});
