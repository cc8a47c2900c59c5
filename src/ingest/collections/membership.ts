import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";

/** Tells these locks apart from other advisory ones. */
const SPACE = 37;

/**
 * A movie looks for the collection that lists it, and a collection for the movies it lists: done at
 * once, neither would see the other. Both first take the lock of each movie concerned (by the
 * provider's id, in ascending order), until the transaction ends.
 */
export async function lockMembership(tx: Db, external_ids: readonly number[]): Promise<void> {
  if (external_ids.length === 0) return;
  const ascending = external_ids.toSorted((a, b) => a - b);
  await tx.execute(sql`
    select pg_advisory_xact_lock(${SPACE}, movie) from unnest(${array(ascending, "int")}) as movie`);
}
