import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { only } from "~/db/sql";
import { enqueue, type JobRequest } from "~/jobs/queue";
import type { Log } from "~/log";

/** The one job that refreshes the four trending lists (M130). */
export const trendingJob: JobRequest = { kind: "trending", external_id: "all" };

export type ScheduleOptions = {
  db: Db;
  /** Five fields, read in UTC (TRENDING_CRON). */
  cron: string;
  log: Log;
  /** False where no refresh can succeed, such as without the provider's token: then nothing is scheduled. */
  enabled?: boolean;
};

/**
 * Requests the refresh of the trending lists once for each slot of `cron`, however many replicas run
 * (M136, P7). Every minute each replica compares the latest slot by the database's clock with the
 * slots taken, so a wrong clock, a sleep over the slot or a late start delay it by a minute at most.
 * Throws a TypeError for a cron expression that is none.
 */
export function scheduleTrending({ db, cron, log, enabled = true }: ScheduleOptions): {
  stop: () => Promise<void>;
} {
  latestSlot(cron, new Date(0));
  if (!enabled) return { stop: async () => {} };
  const look = async (check: (db: Db, cron: string) => Promise<boolean>) => {
    try {
      if (await check(db, cron)) log.info({}, "refresh of the trending lists requested");
    } catch (error) {
      log.error({ reason: describe(error) }, "the trending schedule could not be checked");
    }
  };
  let looking = look(requestRefreshAtStart);
  const tick = () => {
    looking = looking.then(() => look(requestDueRefresh));
    return looking;
  };
  const ticks = Bun.cron("* * * * *", tick, { tz: "UTC" });
  return {
    stop: async () => {
      ticks.stop();
      await looking;
    },
  };
}

/** Takes the latest slot unless it is taken, or the lists are newer than it. True: refresh requested. */
export async function requestDueRefresh(db: Db, cron: string): Promise<boolean> {
  const { now, refreshed_at } = await clock(db);
  const slot = latestSlot(cron, now);
  if (slot === undefined) return false;
  const fresh = refreshed_at !== undefined && refreshed_at >= slot;
  return takeSlot(db, "trending", slot, fresh ? undefined : trendingJob);
}

/**
 * As {@link requestDueRefresh}; besides, lists older than 12 hours are refreshed although the slot is
 * taken, unless that refresh is still waiting or under way. Once an hour at most.
 */
export async function requestRefreshAtStart(db: Db, cron: string): Promise<boolean> {
  if (await requestDueRefresh(db, cron)) return true;
  const { now, refreshed_at, busy } = await clock(db);
  const age_ms = refreshed_at === undefined ? Number.POSITIVE_INFINITY : +now - +refreshed_at;
  if (busy || age_ms <= 12 * 3_600_000) return false;
  const hour = new Date(Math.floor(+now / 3_600_000) * 3_600_000);
  return takeSlot(db, "trending catch-up", hour, trendingJob);
}

/** The database's time, when the oldest list was refreshed (none: never), and whether a refresh is on its way. */
async function clock(db: Db): Promise<{ now: Date; refreshed_at?: Date; busy: boolean }> {
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
 * Makes a slot of a schedule ours, together with the request for its job. False when another replica
 * has it, or when there is nothing to request.
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

/** Makes a slot of a schedule ours; false when another replica has it. */
export async function claimSlot(db: Db, name: string, slot: Date): Promise<boolean> {
  const taken = await db.execute(sql`
    insert into cron_slots (name, slot) values (${name}, ${slot.toISOString()}::timestamptz)
    on conflict do nothing returning slot`);
  return taken.length > 0;
}

/** The latest moment of `cron`, in UTC, that is not after `now`; undefined where the last 8 years had none. */
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
