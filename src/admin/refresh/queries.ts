import { sql } from "drizzle-orm";
import type { Config } from "~/config";
import type { Db } from "~/db/client";
import { only, timestamp } from "~/db/sql";
import { isRefreshing, refreshBudget } from "~/refresh/steps";
import { refreshTiers } from "~/vocabulary";
import type { RefreshState } from "./model";

type Counted = Omit<RefreshState["tiers"][number], "interval_hours">;
type Row = Pick<RefreshState, "change_lists" | "calls_last_hour"> & { tiers: Counted[] };

/** How fresh the catalog is kept, in one statement. */
export async function readRefreshState(db: Db, config: Config): Promise<RefreshState> {
  const { tiers, change_lists, calls_last_hour } = await readRow(db);
  const { intervals } = config.refresh;
  return {
    enabled: isRefreshing(config),
    tiers: refreshTiers.map((tier) => {
      const {
        records = 0,
        due = 0,
        oldest_due_at = null,
      } = tiers.find((counted) => counted.tier === tier) ?? {};
      return { tier, interval_hours: intervals[tier] / 3_600, records, due, oldest_due_at };
    }),
    change_lists,
    calls_last_hour,
    budget_per_hour: Math.floor(refreshBudget(config).per_second * 3_600),
  };
}

async function readRow(db: Db): Promise<Row> {
  const rows = await db.execute<Row>(sql`
    select
      (select coalesce(json_agg(counted), '[]') from (
        select tier, count(*)::int as records, count(*) filter (where next_refresh_at <= now())::int as due,
          ${timestamp(sql`min(next_refresh_at) filter (where next_refresh_at <= now())`)} as oldest_due_at
        from refresh_state group by tier) counted) as tiers,
      (select json_agg(list) from (
        select kind, through_day, ${timestamp(sql`read_at`)} as read_at, named, enqueued
        from change_lists order by kind) list) as change_lists,
      (select coalesce(sum(calls), 0)::int from planned_calls
        where second > now() - interval '1 hour') as calls_last_hour`);
  return only(rows);
}
