import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { only } from "~/db/sql";
import { enqueue, type JobRequest } from "~/jobs/queue";
import type { Log } from "~/log";

/** The job that refreshes all four trending lists. */
export const trendingJob: JobRequest = { kind: "trending", external_id: "all" };

export type ScheduleOptions = {
  db: Db;
  /** Five fields, read in UTC (TRENDING_CRON). */
  cron: string;
  log: Log;
  /** False if no refresh can succeed, for example without the provider's token: nothing is scheduled. */
  enabled?: boolean;
};

/**
 * Requests the refresh of the trending lists once for each slot of `cron`, however many replicas run.
 * Every minute each replica compares the latest slot, by the database's clock, with the slots that are
 * taken. A wrong clock, a suspended machine or a late start therefore delays it by a minute at most.
 * Throws a TypeError for an invalid cron expression.
 */
export function scheduleTrending({ db, cron, log, enabled = true }: ScheduleOptions): {
  stop: () => Promise<void>;
} {
  latestSlot(cron, new Date(0));
  if (!enabled) return { stop: async () => {} };
  const run = async (check: (db: Db, cron: string) => Promise<boolean>) => {
    try {
      if (await check(db, cron)) log.info({}, "refresh of the trending lists requested");
    } catch (error) {
      log.error({ reason: describe(error) }, "the trending schedule could not be checked");
    }
  };
  let running = run(requestRefreshAtStart);
  const tick = () => {
    running = running.then(() => run(requestDueRefresh));
    return running;
  };
  const ticks = Bun.cron("* * * * *", tick, { tz: "UTC" });
  return {
    stop: async () => {
      ticks.stop();
      await running;
    },
  };
}

/** Takes the latest slot. True: a refresh is requested; false: the slot is taken or the lists are newer. */
export async function requestDueRefresh(db: Db, cron: string): Promise<boolean> {
  const { now, refreshed_at } = await refreshState(db);
  const slot = latestSlot(cron, now);
  if (slot === undefined) return false;
  const fresh = refreshed_at !== undefined && refreshed_at >= slot;
  return takeSlot(db, "trending", slot, fresh ? undefined : trendingJob);
}

/**
 * As {@link requestDueRefresh}. In addition, lists older than 12 hours are refreshed even if the slot
 * is taken, at most once an hour, unless that refresh is still queued or running.
 */
export async function requestRefreshAtStart(db: Db, cron: string): Promise<boolean> {
  if (await requestDueRefresh(db, cron)) return true;
  const { now, refreshed_at, busy } = await refreshState(db);
  const age_ms = refreshed_at === undefined ? Number.POSITIVE_INFINITY : +now - +refreshed_at;
  if (busy || age_ms <= 12 * 3_600_000) return false;
  const hour = new Date(Math.floor(+now / 3_600_000) * 3_600_000);
  return takeSlot(db, "trending catch-up", hour, trendingJob);
}

/** The database's time, when the oldest list was refreshed, and whether a refresh is queued or running. */
async function refreshState(db: Db): Promise<{ now: Date; refreshed_at?: Date; busy: boolean }> {
  const rows = await db.execute<{ now: number; refreshed_at: number | null; busy: boolean }>(sql`
    select extract(epoch from now())::float8 as now,
      (select extract(epoch from min(refreshed_at))::float8 from trending_lists having count(*) = 4) as refreshed_at,
      exists (select from jobs where kind = ${trendingJob.kind} and external_id = ${trendingJob.external_id}
        and status in ('queued', 'running')) as busy`);
  const { now, refreshed_at, busy } = only(rows);
  const moment = (seconds: number) => new Date(seconds * 1_000);
  return {
    now: moment(now),
    busy,
    ...(refreshed_at !== null && { refreshed_at: moment(refreshed_at) }),
  };
}

/**
 * Takes a slot of a schedule and enqueues its job in one transaction. False if another replica has the
 * slot, or if there is nothing to request.
 */
export function takeSlot(
  db: Db,
  name: string,
  slot: Date,
  request: JobRequest | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await claimSlot(tx, name, slot)) || request === undefined) return false;
    await enqueue(tx, request);
    return true;
  });
}

/** Takes a slot of a schedule; false if another replica has it. */
export async function claimSlot(db: Db, name: string, slot: Date): Promise<boolean> {
  const taken = await db.execute(sql`
    insert into cron_slots (name, slot) values (${name}, ${slot.toISOString()}::timestamptz)
    on conflict do nothing returning slot`);
  return taken.length > 0;
}

/** The latest time of `cron`, in UTC, that is not after `now`; undefined if the last 8 years had none. */
export function latestSlot(cron: string, now: Date): Date | undefined {
  for (let minutes = 1; minutes < 5_000_000; minutes *= 2) {
    let slot: Date | undefined;
    let next = slotAfter(cron, new Date(+now - minutes * 60_000));
    while (next !== undefined && next <= now) {
      slot = next;
      next = slotAfter(cron, next);
    }
    if (slot !== undefined) return slot;
  }
  return undefined;
}

const slotAfter = (cron: string, moment: Date): Date | undefined =>
  Bun.cron.parse(cron, moment, { tz: "UTC" }) ?? undefined;
