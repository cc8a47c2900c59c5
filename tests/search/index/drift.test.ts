import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { wantedSettings } from "~/search/index/settings";
import { readIndexState } from "~/search/index/state";
import { describeIsolated } from "./describe-isolated";
import { type IndexedCatalog, isRealServer, names, relayedCatalog, until } from "./indexed-catalog";

setDefaultTimeout(240_000);

/** Calls the server directly, without the gate. */
const call = ({ url, key }: IndexedCatalog, method: string, path: string, body?: object) =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** The same for a call that enqueues a task; returns when the task is done. */
async function runTask(catalog: IndexedCatalog, method: string, path: string, body?: object) {
  const response = await call(catalog, method, path, body);
  const { taskUid } = (await response.json()) as { taskUid: number };
  await catalog.meili.waitForTask(taskUid);
}

/** Adds a document that Meilisearch refuses to a batch, so that its task fails. */
async function withInvalidDocument(request: Request): Promise<Request> {
  const documents = (await request.json()) as object[];
  const body = JSON.stringify([...documents, { id: "not a document id!" }]);
  return new Request(request.url, { method: "POST", headers: request.headers, body });
}

const sendsDocuments = (request: Request): boolean =>
  request.method === "POST" && new URL(request.url).pathname.endsWith("/documents");

describeIsolated("drift is repaired within 60 s", () => {
  test("F13, M159: after Meilisearch was down during 500 upserts, which all succeed", async () => {
    await using setting = await relayedCatalog(["Harbor Light"]);
    const { catalog } = setting;
    await catalog.gate.close();
    const ids = await catalog.addMovies(names(500));
    for (const id of ids.slice(0, 50)) await catalog.remove(id);
    await until(
      async () => (await readIndexState(catalog.db)).state === "failing",
      "the state shows the outage",
    );
    expect(await readIndexState(catalog.db)).toMatchObject({ pending: 500 });
    expect(await catalog.titles("story 99")).toContain("Story 99");
    catalog.gate.open();
    await catalog.inSync();
    expect((await catalog.documents()).size).toBe(451);
    await until(
      async () => (await readIndexState(catalog.db)).state === "ready",
      "the state shows the return",
    );
  });

  test("F15: after tasks have failed", async () => {
    await using setting = await relayedCatalog(["Harbor Light"]);
    const { catalog } = setting;
    let failures = 3;
    catalog.gate.watch(async (request) => {
      if (!sendsDocuments(request) || failures === 0) return undefined;
      failures -= 1;
      return withInvalidDocument(request);
    });
    await catalog.addMovies(names(20));
    await catalog.inSync();
    expect(failures).toBe(0);
  });

  test("F15: a document that is always refused delays no other", async () => {
    await using setting = await relayedCatalog(["Harbor Light"]);
    const { catalog } = setting;
    catalog.gate.watch(async (request) => {
      if (!sendsDocuments(request)) return undefined;
      return (await request.clone().text()).includes("Story 7")
        ? withInvalidDocument(request)
        : undefined;
    });
    await catalog.addMovies(names(12));
    await until(
      async () => (await catalog.outboxSize()) === 1,
      "only the refused one is in the outbox",
    );
    expect((await catalog.documents()).size).toBe(12);
    catalog.gate.watch(undefined);
    await catalog.inSync();
  });

  test("F15: after Meilisearch has lost a task", async () => {
    await using setting = await relayedCatalog(["Harbor Light"]);
    const { catalog } = setting;
    let forgotten = 0;
    catalog.gate.watch(async (request) => {
      const { pathname } = new URL(request.url);
      if (forgotten > 0 || !pathname.startsWith("/tasks/")) return undefined;
      await catalog.meili.waitForTask(Number(pathname.split("/").at(-1)));
      await runTask(catalog, "DELETE", "/tasks?statuses=succeeded");
      forgotten += 1;
      return undefined;
    });
    await catalog.addMovies(["Glass Orchard"]);
    await catalog.inSync();
    expect(forgotten).toBe(1);
  });

  test("F15: after the volume was wiped", async () => {
    await using setting = await relayedCatalog(names(30));
    const { catalog } = setting;
    await runTask(catalog, "DELETE", `/indexes/${catalog.index}`);
    await catalog.addMovies(["Glass Orchard"]);
    await catalog.inSync();
    expect((await catalog.documents()).size).toBe(31);
  });

  if (isRealServer)
    console.log(
      "Skipped: a restart of the server; tests/faults/search-restart.ts restarts a real one.",
    );
  test.skipIf(isRealServer)(
    "F15: after the server restarted in the middle of its tasks, or with an empty volume",
    async () => {
      await using setting = await relayedCatalog(names(30));
      const { catalog } = setting;
      for (const wiped of [false, true]) {
        await catalog.addMovies(names(5, `Tale of ${wiped}`));
        if (wiped) catalog.double?.wipe();
        await catalog.double?.restart();
        await catalog.inSync();
      }
      expect((await catalog.documents()).size).toBe(40);
    },
  );

  test("F15: after settings were lost, by a rebuild", async () => {
    await using setting = await relayedCatalog(names(5));
    const { catalog } = setting;
    await runTask(catalog, "PATCH", `/indexes/${catalog.index}/settings`, {
      rankingRules: ["words"],
      synonyms: {},
    });
    await until(
      async () => (await catalog.meili.settings(catalog.index)) === wantedSettings(),
      "the settings are back",
    );
    await catalog.inSync();
  });

  test("F33: after an older database was restored", async () => {
    await using setting = await relayedCatalog([...names(10), "Harbour Light"]);
    const { catalog, ids } = setting;
    const [first = "", second = ""] = ids;
    await until(
      async () => (await readIndexState(catalog.db)).drift === 0,
      "the first comparison is over",
    );
    // A restore brings old rows back, adds nothing to the outbox and ends every session.
    await catalog.db.transaction(async (tx) => {
      await tx.execute(sql`delete from titles where id = ${first}`);
      await tx.execute(sql`update movies set overview = 'As of old.' where id = ${second}`);
      await tx.execute(sql`insert into search_name (entity_id, kind, name_type, prom, adult, name)
        values (gen_random_uuid(), 6, 0, 0.05, false, 'a keyword of old')`);
      await tx.execute(sql`delete from search_outbox`);
    });
    expect(await catalog.drift()).toHaveLength(3);
    await setting.stop();
    catalog.startRelay();
    await catalog.inSync();
    await until(
      async () => (await readIndexState(catalog.db)).drift === 3,
      "the comparison records what it found",
    );
  });

  test("M136: after any other change of the index, by one comparison each night", async () => {
    await using setting = await relayedCatalog(names(10));
    const { catalog, ids } = setting;
    const [first = "", second = ""] = ids;
    await until(
      async () => (await readIndexState(catalog.db)).drift === 0,
      "the first comparison is over",
    );
    const path = `/indexes/${catalog.index}/documents`;
    await runTask(catalog, "POST", `${path}/delete-batch`, [first]);
    const kind = "movie";
    const wrong = { kind, title: "?", hash: "0", prom: 0, adult: false };
    await runTask(catalog, "POST", path, [
      { id: second, ...wrong },
      { id: crypto.randomUUID(), ...wrong },
    ]);
    expect(await catalog.drift()).toHaveLength(3);
    // The last comparison has not run yet.
    await catalog.db.execute(sql`delete from cron_slots where name = 'search reconcile'`);
    await catalog.inSync();
    const slots = await catalog.db.execute(sql`
      select from cron_slots where name = 'search reconcile'`);
    expect(slots).toHaveLength(1);
  });
});
