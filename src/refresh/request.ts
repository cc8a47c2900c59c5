import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array, only } from "~/db/sql";
import type { RefreshedKind, RefreshTier } from "~/vocabulary";

/** Which records; without a field all of them. */
export type Selection = {
  kinds?: readonly RefreshedKind[];
  tier?: RefreshTier;
  /** A SELECT of rows (kind, external_id), as jobs have them. */
  records?: SQL;
};

/** Rows of one statement: none locks many records for long. */
const BATCH = 20_000;

type Batch = { matched: number; kind: RefreshedKind | null; external_id: string | null };

/** Makes records due now and returns how many match, those included that are due already. */
export async function makeDue(db: Db, selection: Selection): Promise<number> {
  let total = 0;
  let last: Batch = { matched: 0, kind: "movie", external_id: "" };
  do {
    last = await makeBatchDue(db, selection, last);
    total += last.matched;
  } while (last.matched === BATCH);
  return total;
}

async function makeBatchDue(
  db: Db,
  { kinds, tier, records }: Selection,
  { kind, external_id }: Batch,
): Promise<Batch> {
  const conditions = [
    sql`(kind, external_id) > (${kind}::job_kind, ${external_id})`,
    ...(kinds === undefined ? [] : [sql`kind = any(${array(kinds, "text")}::job_kind[])`]),
    ...(tier === undefined ? [] : [sql`tier = ${tier}::refresh_tier`]),
    ...(records === undefined ? [] : [sql`(kind, external_id) in (${records})`]),
  ];
  const rows = await db.execute<Batch>(sql`
    with matched as materialized (
      select kind, external_id, next_refresh_at from refresh_state where ${sql.join(conditions, sql` and `)}
      order by kind, external_id limit ${BATCH}::int
    ),
    changed as (
      update refresh_state set next_refresh_at = now() from matched
      where refresh_state.kind = matched.kind and refresh_state.external_id = matched.external_id
        and matched.next_refresh_at > now()
    )
    select count(*)::int as matched, (array_agg(kind order by kind desc, external_id desc))[1] as kind,
      (array_agg(external_id order by kind desc, external_id desc))[1] as external_id from matched`);
  return only(rows);
}
