import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { inOrder } from "~/db/pipeline";
import { parameter } from "~/db/prepared-statement";
import { enqueueAll, type JobKey } from "~/jobs/queue";
import { jobPriorities } from "~/vocabulary";
import { affordable, type Budget, MOST_WAITING, plannedRoom } from "./budget";
import type { Step } from "./planner";

/** Of the jobs of a pass, one in four is the record that has been due longest, whatever its tier. */
const SHARE_OF_LONGEST = 4;

/** A pass plans the calls of so many seconds at most: somewhat more than the time to the next one while there is work. */
const SECONDS_OF_CALLS = 0.65;

/** Requests the jobs of records that are due, as far as the budget allows. */
export function dueRecords(budget: Budget): Step {
  const most = Math.min(MOST_WAITING, Math.ceil(budget.per_second * SECONDS_OF_CALLS));
  const due = dueStatement(most);
  return {
    name: "due records",
    isDue: sql`
      select exists (
        select from unnest(enum_range(null::refresh_tier)) tiers(tier)
        cross join lateral (
          select from refresh_state where tier = tiers.tier and next_refresh_at <= now() limit 1) due)`,
    act: (tx) => planDue(tx, budget, due),
  };
}

type Statement = ReturnType<typeof dueStatement>;

async function planDue(tx: Db, budget: Budget, dueRows: Statement): Promise<void> {
  const [room, found] = await inOrder([
    plannedRoom(tx, budget),
    tx.execute<JobKey & { is_under_way: boolean }>(dueRows({})),
  ]);
  const due = affordable(found, room, budget);
  if (due.length === 0) return;
  const priority = jobPriorities.planner;
  const requested = due.filter(({ is_under_way }) => !is_under_way);
  const jobs = requested.map(({ kind, external_id }) => ({ kind, external_id, priority }));
  const keys = due.map(({ kind, external_id }) => ({ kind, external_id }));
  // The jobs first: workers lock a job before the state of its record, too.
  await inOrder([enqueueAll(tx, jobs), tx.execute(postponement({ keys: JSON.stringify(keys) }))]);
}

const dueInTiers = (limit: SQL) => sql`
  unnest(enum_range(null::refresh_tier)) with ordinality tiers(tier, place)
  cross join lateral (
    select kind, external_id, next_refresh_at from refresh_state
    where tier = tiers.tier and next_refresh_at <= now() order by next_refresh_at limit ${limit}) due`;

/**
 * Due records: the higher tiers first, so that a long queue of rarely fetched ones delays nobody, and some of
 * those that have been due longest, so that nobody waits for ever. None while a reading of changes is about
 * to begin: what is fetched after that need not be fetched again for what the reading names. The limits are
 * literals: with parameters PostgreSQL plans for a tenth of all records.
 */
const dueStatement = (most: number) => {
  const longest = sql.raw(String(Math.ceil(most / SHARE_OF_LONGEST)));
  const highest = sql.raw(String(most - Math.ceil(most / SHARE_OF_LONGEST)));
  return fixedStatement<never>(
    () => sql`
      select due.kind, due.external_id,
        coalesce(jobs.status = 'running'
          or jobs.status = 'queued' and jobs.priority <= ${sql.raw(String(jobPriorities.planner))}, false) as is_under_way
      from (
        (select kind, external_id from ${dueInTiers(highest)} order by place, next_refresh_at limit ${highest})
        union
        (select kind, external_id from ${dueInTiers(longest)} order by next_refresh_at limit ${longest})
      ) due
      left join jobs on jobs.kind = due.kind and jobs.external_id = due.external_id
      where not exists (
        select from change_lists
        where requested_at > now() - interval '1 minute' and (began_at is null or began_at < requested_at))`,
  );
};

/**
 * Records whose job is requested are due again after an interval, unless their fetch says otherwise. One that
 * is locked is being fetched.
 */
const postponement = fixedStatement<"keys">(
  () => sql`
    update refresh_state set next_refresh_at = now() + make_interval(secs => case refresh_state.tier
      when 'airing' then airing_seconds when 'current' then current_seconds when 'popular' then popular_seconds
      else max_age_seconds end)
    from refresh_rules, (
      select state.kind, state.external_id
      from jsonb_to_recordset(${parameter("keys")}::text::jsonb) as planned(kind job_kind, external_id text)
      join refresh_state state using (kind, external_id)
      order by state.kind, state.external_id for update of state skip locked
    ) planned
    where refresh_rules."only" and refresh_state.kind = planned.kind and refresh_state.external_id = planned.external_id`,
);
