import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { openDatabase } from "~/db/client";
import { fail } from "~/jobs/settlement";
import {
  latestSlot,
  requestDueRefresh,
  requestRefreshAtStart,
  scheduleTrending,
  takeSlot,
  trendingJob,
} from "~/workers/schedule";
import { eventually, memoryLog } from "../jobs/observation";
import { claimed, fresh, gone, stored } from "../jobs/records";
import { testDatabase } from "../support/database";

const database = await testDatabase({ max: 4 });
const { db } = database;
afterAll(database.close);
beforeEach(async () => {
  await db.execute(sql`truncate jobs, cron_slots, trending_lists`);
});

const twiceDaily = "0 6,18 * * *";
const jobs = async () => (await db.execute(sql`select from jobs`)).length;
const refreshed = (ago: string) =>
  db.execute(sql`
    insert into trending_lists (kind, "window", refreshed_at)
    select kind, w, now() - ${ago}::interval
    from unnest(enum_range(null::title_kind)) kind, unnest(enum_range(null::trending_window)) w`);
/** Takes the latest slot, as another replica would. */
const slotTaken = async () => {
  const slot = latestSlot(twiceDaily, new Date());
  if (slot) await takeSlot(db, "trending", slot, undefined);
};

describe("latestSlot", () => {
  const latest = (cron: string, now: string) => latestSlot(cron, new Date(now))?.toISOString();

  test("M136, T24: slots are those of UTC, whatever the zone of the process and the season", () => {
    process.env.TZ = "Europe/Berlin";
    expect(latest(twiceDaily, "2026-03-29T05:59:59.999Z")).toBe("2026-03-28T18:00:00.000Z");
    expect(latest(twiceDaily, "2026-03-29T06:00:00Z")).toBe("2026-03-29T06:00:00.000Z");
    expect(latest(twiceDaily, "2026-10-25T17:30:00Z")).toBe("2026-10-25T06:00:00.000Z");
    process.env.TZ = "UTC";
  });

  test("M136: rare and frequent schedules have one, impossible ones are refused", () => {
    expect(latest("* * * * *", "2026-11-21T10:00:30Z")).toBe("2026-11-21T10:00:00.000Z");
    expect(latest("0 0 29 2 *", "2026-11-21T10:00:00Z")).toBe("2024-02-29T00:00:00.000Z");
    expect(() => latest("every day", "2026-11-21T10:00:00Z")).toThrow(TypeError);
    expect(() => latest("0 0 6 * * *", "2026-11-21T10:00:00Z")).toThrow(TypeError);
  });
});

describe("the slots of the trending schedule", () => {
  test("P7, F25: of 5 replicas exactly one takes each of 100 slots", async () => {
    const replicas = Array.from({ length: 5 }, () => openDatabase(database.address, { max: 1 }));
    let requests = 0;
    for (let minute = 0; minute < 100; minute++) {
      const slot = new Date(Date.UTC(2026, 10, 21, 0, minute));
      const takes = replicas.map((replica) => takeSlot(replica.db, "trending", slot, trendingJob));
      requests += (await Promise.all(takes)).filter(Boolean).length;
      await fail(db, await claimed(db), gone);
    }
    expect(requests).toBe(100);
    expect(await stored(db)).toMatchObject({ status: "failed", run: 100 });
    await Promise.all(replicas.map(({ close }) => close()));
  });

  test("P7: the slot and its request are one transaction", async () => {
    const broken = { kind: "nothing" as "trending", external_id: "all" };
    await expect(takeSlot(db, "trending", new Date(0), broken)).rejects.toThrow();
    expect(await takeSlot(db, "trending", new Date(0), trendingJob)).toBe(true);
    expect(await takeSlot(db, "trending", new Date(0), trendingJob)).toBe(false);
    expect(await stored(db)).toEqual(fresh);
  });

  test("P7: a slot that passed unseen is caught up once", async () => {
    await refreshed("13 h");
    expect(await requestDueRefresh(db, twiceDaily)).toBe(true);
    expect(await requestDueRefresh(db, twiceDaily)).toBe(false);
    expect(await jobs()).toBe(1);
  });

  test("M136: lists that are newer than the slot are left alone", async () => {
    await refreshed("0 s");
    expect(await requestRefreshAtStart(db, twiceDaily)).toBe(false);
    expect(await requestDueRefresh(db, twiceDaily)).toBe(false);
    expect(await jobs()).toBe(0);
  });

  test("M136: at start, lists older than 12 hours are refreshed although the slot is taken", async () => {
    await slotTaken();
    await refreshed("12 h 1 s");
    expect(await requestDueRefresh(db, twiceDaily)).toBe(false);
    expect(await requestRefreshAtStart(db, twiceDaily)).toBe(true);
    expect(await requestRefreshAtStart(db, twiceDaily)).toBe(false);
    expect(await stored(db)).toEqual(fresh);
  });

  test("M136: at start, lists of the last 12 hours are not refreshed again", async () => {
    await slotTaken();
    await refreshed("11 h 59 min");
    expect(await requestRefreshAtStart(db, twiceDaily)).toBe(false);
    expect(await jobs()).toBe(0);
  });

  test("M136: 5 replicas that start together refresh never-refreshed lists once", async () => {
    const starts = Array.from({ length: 5 }, () => requestRefreshAtStart(db, twiceDaily));
    expect((await Promise.all(starts)).filter(Boolean)).toHaveLength(1);
    expect(await stored(db)).toEqual(fresh);
  });
});

describe("scheduleTrending", () => {
  test("M11, M136: requests a refresh at start, and none where it is not enabled", async () => {
    const { log, lines } = memoryLog();
    const off = scheduleTrending({ db, cron: twiceDaily, log, enabled: false });
    await off.stop();
    expect(await jobs()).toBe(0);
    const schedule = scheduleTrending({ db, cron: twiceDaily, log });
    await eventually(async () => expect(await jobs()).toBe(1));
    await schedule.stop();
    expect(lines()).toEqual(["refresh of the trending lists requested {}"]);
  });

  test("F35: refuses a cron expression that is none", () => {
    const { log } = memoryLog();
    expect(() => scheduleTrending({ db, cron: "0 25 * * *", log })).toThrow(TypeError);
  });

  test("F9: a database that is away stops nothing", async () => {
    const { log, lines } = memoryLog();
    const away = openDatabase({ url: "postgres://catalog@127.0.0.1:1/none" }, { max: 1 });
    const schedule = scheduleTrending({ db: away.db, cron: twiceDaily, log });
    await eventually(async () => expect(lines()).toHaveLength(1));
    expect(lines()[0]).toContain("ECONNREFUSED");
    await schedule.stop();
    await away.close();
  });
});
