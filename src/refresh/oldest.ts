import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { RefreshedKind } from "~/vocabulary";

/** The record that was fetched longest ago; `days` and `most_days` are whole days, rounded down. */
export type OldestRecord = {
  kind: RefreshedKind;
  external_id: string;
  days: number;
  /** The maximum age by the settings of the planner. */
  most_days: number;
};

/** The oldest record that the provider still has; undefined if nothing was fetched yet. Reads all of them. */
export async function oldestRecord(db: Db): Promise<OldestRecord | undefined> {
  const [row] = await db.execute<OldestRecord>(sql`
    select state.kind, state.external_id, floor(extract(epoch from now() - last_fetched_at) / 86400)::int as days,
      (select floor(max_age_seconds / 86400)::int from refresh_rules) as most_days
    from refresh_state state
    join provenance on provenance.provider = 'tmdb' and provenance.kind = state.kind
      and provenance.external_id = state.external_id and provenance.missing_at is null
    order by last_fetched_at, state.kind, state.external_id limit 1`);
  return row;
}
