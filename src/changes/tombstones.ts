import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { repeated } from "~/db/repeated";
import { only } from "~/db/sql";
import { inTransaction } from "~/db/transaction";
import type { Log } from "~/log";

/** Rows that one transaction deletes at most. */
const BATCH = 5_000;

/**
 * Forgets entities that were deleted more than `days` ago: whoever has not heard of that by now has to read
 * everything anew. Returns how many.
 */
export async function purgeTombstones(db: Db, days: number, batch = BATCH): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await inTransaction(db, (tx) => purgeSome(tx, days, batch));
    purged += count;
    if (count < batch) return purged;
  }
}

/** Locks the counter first, like everyone who writes numbers. */
async function purgeSome(tx: Db, days: number, batch: number): Promise<number> {
  await tx.execute(sql`select from change_counter for update`);
  const rows = await tx.execute<{ count: number }>(sql`
    with old as (
      select kind, entity_id from changes
      where state = 'deleted' and changed_at < now() - make_interval(days => ${days}::int)
      order by changed_at limit ${batch}::int),
    gone as (
      delete from changes using old
      where changes.kind = old.kind and changes.entity_id = old.entity_id returning sequence),
    known as (
      update change_counter
      set purged_sequence = greatest(purged_sequence, (select max(sequence) from gone))
      where exists (select from gone))
    select count(*)::int as count from gone`);
  return only(rows).count;
}

type Options = {
  days: number;
  first_ms?: number;
  every_ms?: number;
};

/** Purges once an hour, on every replica with workers. `stop` waits for a purge that is running. */
export const keepTombstones = (
  db: Db,
  log: Log,
  { days, first_ms = 60_000, every_ms = 3_600_000 }: Options,
): { stop: () => Promise<void> } =>
  repeated({
    log,
    first_ms,
    every_ms,
    failure: "the change feed was not purged; trying again",
    act: async () => {
      const purged = await purgeTombstones(db, days);
      if (purged > 0) log.info({ purged }, "the change feed forgot what was deleted long ago");
    },
  });
