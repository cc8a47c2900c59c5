import { sql } from "drizzle-orm";
import { arrayLiteral } from "~/db/array-literal";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";

/** The namespace of these advisory locks. */
const LOCK_SPACE = 37;

/**
 * The upsert of a movie looks for the collection that lists it, and the upsert of a collection for
 * its movies. Run at the same time, neither would see the other's rows. Both therefore first lock
 * each movie concerned, by the provider's id in ascending order, until the transaction ends.
 */
export async function lockMembership(tx: Db, external_ids: readonly number[]): Promise<void> {
  if (external_ids.length === 0) return;
  const ascending = external_ids.toSorted((a, b) => a - b);
  await tx.execute(lockStatement({ movies: arrayLiteral(ascending) }));
}

const lockStatement = fixedStatement<"movies">(
  () => sql`
    select pg_advisory_xact_lock(${sql.raw(String(LOCK_SPACE))}, movie)
    from unnest(${parameter("movies")}::int[]) as movie`,
);
