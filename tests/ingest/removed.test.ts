import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidOf } from "~/http/request/public-id";
import { deleteRemoved } from "~/ingest/delete-removed";
import type { IngestedKind } from "~/vocabulary";
import { numberAll } from "../changes/feed";
import { collectionBody, personBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { seriesBody } from "../support/bodies/series";
import { ingestion, type Pipeline } from "./support";

setDefaultTimeout(60_000);

const kinds = [
  { kind: "movie", path: "/movie/603", body: movieBody({ id: 603 }), list: "/movies" },
  { kind: "series", path: "/tv/603", body: seriesBody({ id: 603 }), list: "/series" },
  { kind: "person", path: "/person/603", body: personBody({ id: 603 }), list: "/people" },
  {
    kind: "collection",
    path: "/collection/603",
    body: collectionBody({ id: 603 }),
    list: "/collections",
  },
] as const;

/** One fetch that does not find the record, so many hours later than the last. */
async function miss(pipeline: Pipeline, kind: IngestedKind, hours: number) {
  await pipeline.db.execute(
    sql`update provenance set missing_at = missing_at - make_interval(mins => ${Math.round(60 * hours)}) where missing_at is not null`,
  );
  const job = await pipeline.run(kind, 603);
  expect(job).toMatchObject({ status: "failed", error: { code: "provider_not_found" } });
}

type Told = { op: string; id: string; groups: string[] };

type Shown = { removed_at: string | null; updated_at: string };

describe.concurrent("a record that the provider no longer has", () => {
  for (const { kind, path, body, list } of kinds) {
    test(`N69: a ${kind} is removed by the third 404 that is 48 hours after the first, and restored by the next 200`, async () => {
      await using pipeline = await ingestion();
      const { provider } = pipeline;
      provider.serve(path, body);
      const { result } = await pipeline.ingest(kind, 603);
      const detail = `${list}/${result.entity_id}`;
      const removedAt = async (): Promise<string | null> => (await pipeline.get(detail)).removed_at;
      const isListed = async (): Promise<boolean> => {
        const { results } = await pipeline.get(`${list}?page_size=50`);
        return results.some(({ id }: { id: string | null }) => id === result.entity_id);
      };
      const found = async (): Promise<string[]> => {
        const name = String(
          (await pipeline.get(detail)).title ?? (await pipeline.get(detail)).name,
        );
        const page = await pipeline.get(`/search?query=${encodeURIComponent(name)}&type=${kind}`);
        return page.results.map(({ id }: { id: string }) => id);
      };
      const before: Shown = await pipeline.get(detail);
      expect([before.removed_at, await isListed(), await found()]).toEqual([
        null,
        true,
        [String(result.entity_id)],
      ]);

      provider.misbehave(path, 404, { times: 4 });
      await miss(pipeline, kind, 0);
      await miss(pipeline, kind, 50);
      expect([await removedAt(), await isListed()]).toEqual([null, true]);
      await miss(pipeline, kind, 0);
      const removed: Shown = await pipeline.get(detail);
      expect(removed.removed_at).toEqual(expect.stringMatching(/Z$/));
      expect(removed.updated_at > before.updated_at).toBe(true);
      expect([await isListed(), await found()]).toEqual([false, []]);
      await miss(pipeline, kind, 50);
      expect(await removedAt()).toBe(removed.removed_at);

      expect((await pipeline.ingest(kind, 603)).result.outcome).toBe("unchanged");
      expect([await removedAt(), await isListed(), await found()]).toEqual([
        null,
        true,
        [String(result.entity_id)],
      ]);
    });
  }

  test("N69: three 404 within 48 hours remove nothing, and a 200 between them begins the count anew", async () => {
    await using pipeline = await ingestion();
    const { provider } = pipeline;
    provider.serve("/movie/603", movieBody({ id: 603 }));
    const { result } = await pipeline.ingest("movie", 603);
    const removedAt = async () => (await pipeline.get(`/movies/${result.entity_id}`)).removed_at;
    provider.misbehave("/movie/603", 404, { times: 3 });
    await miss(pipeline, "movie", 0);
    await miss(pipeline, "movie", 23);
    await miss(pipeline, "movie", 24);
    expect(await removedAt()).toBeNull();
    await pipeline.ingest("movie", 603);
    provider.misbehave("/movie/603", 404, { times: 2 });
    await miss(pipeline, "movie", 0);
    await miss(pipeline, "movie", 100);
    expect(await removedAt()).toBeNull();
  });

  test("N69: a changed payload restores a record as well, with what it says now", async () => {
    await using pipeline = await ingestion();
    const { provider } = pipeline;
    provider.serve("/movie/603", movieBody({ id: 603, adult: false }));
    const { result } = await pipeline.ingest("movie", 603);
    provider.misbehave("/movie/603", 404, { times: 3 });
    for (const hours of [0, 24, 24]) await miss(pipeline, "movie", hours);
    provider.serve("/movie/603", movieBody({ id: 603, adult: true }));
    await pipeline.ingest("movie", 603);
    expect(await pipeline.get(`/movies/${result.entity_id}`)).toMatchObject({
      adult: true,
      removed_at: null,
    });
    const listed = async (query: string) => (await pipeline.get(`/movies${query}`)).total_results;
    expect([await listed(""), await listed("?include_adult=true")]).toEqual([0, 1]);
  });

  for (const { kind, path, body, list } of kinds) {
    test(`N62 N69: the feed tells that a ${kind} is removed, restored and deleted, and of nothing else about it`, async () => {
      await using pipeline = await ingestion();
      const { provider, db } = pipeline;
      provider.serve(path, { ...body, adult: true });
      const { result } = await pipeline.ingest(kind, 603);
      const told = async (work: () => Promise<unknown>) => {
        await numberAll(db);
        const { cursor } = await pipeline.get("/changes");
        await work();
        await numberAll(db);
        const { results } = await pipeline.get(`/changes?since=${cursor}&kinds=${kind}`);
        return results.map(({ op, id, groups }: Told) => [op, id, groups.join()]);
      };
      provider.misbehave(path, 404, { times: 6 });
      const removal = async () => {
        for (const hours of [0, 24, 24]) await miss(pipeline, kind, hours);
      };
      const id = result.entity_id;
      expect(await told(removal)).toEqual([["removed", id, "lifecycle"]]);
      expect(await told(() => miss(pipeline, kind, 24))).toEqual([]);
      provider.heal();
      expect(await told(() => pipeline.ingest(kind, 603))).toEqual([["updated", id, "lifecycle"]]);
      const uuid = String(uuidOf(kind, String(id)));
      await db.execute(
        sql`update provenance set missing_at = now() - interval '3 days', missing_times = 3`,
      );
      expect(await told(() => deleteRemoved(db, kind, uuid))).toEqual([
        ["deleted", id, "lifecycle"],
      ]);
      expect((await pipeline.get(`${list}?include_adult=true`)).total_results).toBe(0);
    });
  }
});
