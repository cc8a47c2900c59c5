import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import { gapOf } from "~/db/provider-pace";
import { only } from "~/db/sql";
import { type Pace, type Reservation, reservedPace } from "~/provider/http/pace";
import { type JobKind, jobPriorities, type ProviderName } from "~/vocabulary";

/** Planned jobs that may wait for a worker at a time. */
export const MOST_WAITING = 200;

/**
 * As many calls as `most` may be planned in any `seconds`: in a minute, or in the time of one call. A season takes
 * `season_calls`, every other record takes one.
 */
export type Budget = { per_second: number; seconds: number; most: number; season_calls: number };

/**
 * The share of the calls per second that may be planned. In how many `languages` a season is fetched besides: in
 * none while all of its calls are more than the budget ever holds.
 */
export function budgetOf(callsPerSecond: number, share: number, languages = 0): Budget {
  const per_second = callsPerSecond * share;
  const seconds = Math.max(60, Math.ceil(1 / per_second));
  const most = Math.floor(per_second * seconds + 1e-9);
  return { per_second, seconds, most, season_calls: languages < most ? 1 + languages : 1 };
}

/** How many of the records may be fetched with so many calls, in their order. */
export function affordable<Record extends { kind: JobKind }>(
  records: readonly Record[],
  calls: number,
  { season_calls }: Pick<Budget, "season_calls">,
): Record[] {
  let left = calls;
  const end = records.findIndex(({ kind }) => {
    left -= kind === "season" ? season_calls : 1;
    return left < 0;
  });
  return end < 0 ? [...records] : records.slice(0, end);
}

/** As many calls as allowed were planned already: the job has to wait for `seconds`. */
export class PlannedCallsSpent extends Error {
  override readonly name = "PlannedCallsSpent";
  readonly seconds: number;
  constructor(seconds: number) {
    super(`No call may be planned for ${seconds} s.`);
    this.seconds = seconds;
  }
}

/**
 * How many calls may be planned now, each of a job of its own. All that wait or run are taken for calls that are made at once, so that
 * no minute has more calls than allowed, whenever workers come to them.
 */
export async function plannedRoom(db: Db, budget: Budget): Promise<number> {
  const { seconds, most, season_calls } = budget;
  const { waiting, running, seasons, calls } = only(
    await db.execute<{ waiting: number; running: number; seasons: number; calls: number }>(
      roomStatement({ span: seconds + 1 }),
    ),
  );
  const expected = waiting + running + seasons * (season_calls - 1);
  return Math.max(0, Math.min(MOST_WAITING - waiting, most - calls - expected));
}

const planned = sql.raw(String(jobPriorities.planner));

const roomStatement = fixedStatement<"span">(
  () => sql`
    select
      (select count(*)::int from jobs where status = 'queued' and priority = ${planned}) as waiting,
      (select count(*)::int from jobs where status = 'running' and priority = ${planned}) as running,
      (select count(*)::int from jobs
        where kind = 'season' and status in ('queued', 'running') and priority = ${planned}) as seasons,
      (select coalesce(sum(calls), 0)::int from planned_calls
        where second > now() - make_interval(secs => ${parameter("span")})) as calls`,
);

type PlannedCalls = { provider: ProviderName; callsPerSecond: number; budget: Budget };

/**
 * The pace of planned calls: they are counted, and keep the pace that all calls share. Planning leaves room
 * for each call, so that only repeated attempts meet its end: `take` then throws {@link PlannedCallsSpent}.
 */
export const plannedPace = (db: Db, calls: PlannedCalls, { pause }: Pick<Pace, "pause">): Pace =>
  reservedPace(async () => {
    const { spent, ...reservation } = await reserve(db, calls);
    if (spent > 0) throw new PlannedCallsSpent(Math.ceil(spent));
    return reservation;
  }, pause);

type Reserved = Reservation & { spent: number };

async function reserve(
  db: Db,
  { provider, callsPerSecond, budget: { seconds, most } }: PlannedCalls,
): Promise<Reserved> {
  return only(
    await db.execute<Reserved>(sql`
      select wait, paused, spent from reserve_planned_call(
        ${provider}, ${gapOf(callsPerSecond)}::float8, ${most}, make_interval(secs => ${seconds}))`),
  );
}

/** Calls of more than an hour ago are forgotten: none is asked for, and budgets are shorter. */
export const forgetCalls = (db: Db) =>
  db.execute(sql`delete from planned_calls where second < now() - interval '61 minutes'`);
