import { describe, expect, test } from "bun:test";
import { keepTombstones, purgeTombstones } from "~/changes/tombstones";
import { tell } from "../catalog/changes/feed";
import { testService } from "../support/service";

type Counts = { kept: number; purged: number };

async function counts(service: { driver: Awaited<ReturnType<typeof testService>>["driver"] }) {
  const [row] = await service.driver<Counts[]>`
    select (select count(*)::int from changes) as kept, purged_sequence::int as purged from change_counter`;
  return row;
}

async function withDeletions() {
  const service = await testService();
  const { db } = service;
  await tell(db, { n: 1 }, { n: 2 }, { n: 3 }, { n: 4 });
  const [before] = (await service.get<{ cursor: string }>("/changes")).body.cursor.split("-");
  await tell(db, { n: 1, groups: [], state: "deleted" }, { n: 2, groups: [], state: "deleted" });
  await tell(db, { n: 3, groups: [], state: "deleted" });
  await db.execute(
    `update changes set changed_at = now() - interval '31 days' where sequence in (4, 5, 6)`,
  );
  return { service, epoch: before };
}

describe("tombstones", () => {
  test("N64: older ones are purged, and only cursors from before the newest of them expire", async () => {
    const { service, epoch } = await withDeletions();
    await using _ = service;
    const status = async (sequence: number) =>
      (await service.get(`/changes?since=${epoch}-${sequence}`)).status;
    expect(await status(4)).toBe(200);

    expect(await purgeTombstones(service.db, 30, 1)).toBe(2);

    expect(await counts(service)).toEqual({ kept: 2, purged: 6 });
    expect([await status(5), await status(6)]).toEqual([410, 200]);
    expect((await service.get("/changes?since=0")).status).toBe(200);
    expect(await purgeTombstones(service.db, 30)).toBe(0);
    expect(await counts(service)).toEqual({ kept: 2, purged: 6 });
  });

  test("N64: a process with workers purges by itself", async () => {
    const { service } = await withDeletions();
    await using _ = service;
    const log = { info: () => {}, error: () => {} } as never;
    const keeper = keepTombstones(service.db, log, { days: 30, first_ms: 1, every_ms: 20 });
    while ((await counts(service))?.purged !== 6) await Bun.sleep(10);

    await keeper.stop();

    expect(await counts(service)).toEqual({ kept: 2, purged: 6 });
  });

  test("N64: finding them reads one small index", async () => {
    const { service } = await withDeletions();
    await using _ = service;
    const plan = await service.driver.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select from changes where state = 'deleted' and changed_at < now() order by changed_at`;
    });

    expect(JSON.stringify(plan)).toContain("changes_deleted");
  });
});
