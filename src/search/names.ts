import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";

/**
 * Makes entities, of whatever kinds, findable by the names, the year and the prominence that the
 * catalog has for them now; returns the number of rows written, 0 when all stands already. Call it
 * in the transaction that writes the entities, as the last thing but the job: its locks then come
 * after all others, in one order everywhere (F24). Collections and companies whose titles changed
 * count as changed: their prominence rests on them.
 */
export async function refreshNames(
  tx: Db,
  ids: Iterable<string | null | undefined>,
): Promise<number> {
  const known = [...new Set(ids)].filter((id) => typeof id === "string").sort();
  if (known.length === 0) return 0;
  const [row] = await tx.execute<{ written: number }>(
    sql`select search_refresh(${array(known, "uuid")}) as written`,
  );
  return row?.written ?? 0;
}

const owners = ["movies", "series", "people", "collections", "companies", "keywords"] as const;
const BATCH = 2_000;

/** Refreshes the names of the whole catalog, in batches of their own transactions; returns the rows written. */
export async function refreshAllNames(db: Db): Promise<number> {
  let written = 0;
  for (const owner of owners) {
    let last: string | undefined = "00000000-0000-0000-0000-000000000000";
    while (last !== undefined) {
      const batch: { id: string }[] = await db.execute<{ id: string }>(sql`
        select id from ${sql.identifier(owner)} where id > ${last}::uuid order by id limit ${BATCH}`);
      written += await refreshNames(
        db,
        batch.map(({ id }) => id),
      );
      last = batch.at(-1)?.id;
    }
  }
  return written;
}
