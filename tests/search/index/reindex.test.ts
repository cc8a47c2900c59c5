import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Registry } from "prom-client";
import { getJob } from "~/admin/jobs/view";
import { enqueue } from "~/jobs/queue";
import { collectIndex } from "~/metrics/search-index";
import { reindexHandler, reindexJob } from "~/search/index/reindex";
import { readIndexState, readRebuildState } from "~/search/index/state";
import { testService } from "../../support/service";
import { testLoops } from "../../workers/loops";
import { indexedCatalog, until } from "./indexed-catalog";

setDefaultTimeout(240_000);

describe("the job reindex", () => {
  test("M131: rebuilds the index once, however often it is requested meanwhile, and reports its progress", async () => {
    await using catalog = await indexedCatalog();
    const { db } = catalog;
    await catalog.addMovies(["Harbor Light", "Glass Orchard"]);
    catalog.startRelay();
    await catalog.inSync();
    await until(
      async () => (await readIndexState(db)).state === "ready",
      "the first rebuild is over",
    );
    const { done } = await readRebuildState(db);
    const { id } = await enqueue(db, reindexJob);
    expect(await enqueue(db, reindexJob)).toMatchObject({ id, created: false });
    const loops = testLoops(db);
    loops.start(reindexHandler(db));
    await until(async () => (await getJob(db, id))?.status === "succeeded", "the job succeeds");
    await loops.stop();
    expect(await getJob(db, id)).toMatchObject({
      kind: "reindex",
      external_id: "all",
      attempts: 1,
      progress: { done: 2, total: 2 },
      result: { entity_kind: "search_index", entity_id: null, outcome: "updated", warnings: [] },
    });
    expect((await readRebuildState(db)).done).toBe(done + 1);
    await catalog.inSync();
  });
});

describe("POST /api/v1/admin/search/reindex", () => {
  const post = async (env: Record<string, string>) => {
    await using service = await testService({ settings: env });
    const { status, body } = await service.operator.post("/search/reindex");
    const ready = await fetch(`${service.url}/health/ready`);
    return {
      posted: { status, body },
      ready: { status: ready.status, body: await ready.json() },
    };
  };

  test("accepts a job when there is an index, and readiness shows its state", async () => {
    const { posted, ready } = await post({ MEILI_URL: "http://127.0.0.1:9" });
    expect(posted).toEqual({
      status: 202,
      body: {
        job_id: expect.stringMatching(/^job_/),
        status: "queued",
        created: true,
        status_url: expect.stringMatching(/^\/api\/v1\/admin\/ingest\/jobs\/job_/),
      },
    });
    expect(ready).toEqual({
      status: 200,
      body: { status: "ok", search_index: { state: "waiting", pending: 0, lag_seconds: 0 } },
    });
  });

  test("is 409 when there is no index, and readiness shows none", async () => {
    const { posted, ready } = await post({});
    expect(posted).toMatchObject({ status: 409, body: { error: { code: "search_index_off" } } });
    expect(ready).toEqual({ status: 200, body: { status: "ok" } });
  });
});

describe("GET /metrics", () => {
  test("reports how far the index is behind and what the latest comparison found", async () => {
    await using catalog = await indexedCatalog();
    const { db } = catalog;
    const gauges = async () => {
      const registry = new Registry();
      await collectIndex(registry, () => readIndexState(db))();
      const lines = (await registry.metrics()).split("\n");
      return lines.filter((line) => line.startsWith("media_catalog_search_index_"));
    };
    expect(await gauges()).toEqual([
      "media_catalog_search_index_up 0",
      "media_catalog_search_index_pending 0",
      "media_catalog_search_index_lag_seconds 0",
    ]);
    await catalog.addMovies(["Harbor Light"]);
    catalog.startRelay();
    await until(
      async () => (await readIndexState(db)).drift === 0,
      "the index was compared with the catalog",
    );
    expect(await gauges()).toEqual([
      "media_catalog_search_index_up 1",
      "media_catalog_search_index_pending 0",
      "media_catalog_search_index_lag_seconds 0",
      "media_catalog_search_index_drift 0",
    ]);
  });
});
