import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";

/**
 * Updates what the search knows of entities (table search_name) to the names, year and prominence that
 * the catalog has for them. Returns the number of rows written, 0 when nothing has changed. Call it in
 * the transaction that writes the entities, last except for the job's own rows: its locks are then
 * taken in the same order by all transactions, which prevents deadlocks. Include the collections of
 * titles that changed, because their prominence depends on these titles.
 */
export async function refreshNames(
  tx: Db,
  ids: Iterable<string | null | undefined>,
): Promise<number> {
  const statement = namesStatement(ids);
  if (statement === undefined) return 0;
  const [row] = await tx.execute<{ written: number }>(statement);
  return row?.written ?? 0;
}

/**
 * The statement of {@link refreshNames} for a title that was written, and of its companies for those whose
 * prominence its votes could move noticeably: see search_moved_companies.
 */
export function titleNamesStatement(
  title: string,
  ids: Iterable<string | null | undefined>,
  companies: Iterable<string>,
): SQL {
  const uuids = [...new Set([title, ...ids])].filter((id) => typeof id === "string").sort();
  return titleStatement({
    title,
    ids: `{${uuids.join()}}`,
    companies: `{${[...new Set(companies)].sort().join()}}`,
  });
}

const titleStatement = fixedStatement<"title" | "ids" | "companies">(
  () => sql`select search_refresh(${parameter("ids")}::uuid[] || array(
    select search_moved_companies(${parameter("title")}::uuid, ${parameter("companies")}::uuid[]))) as written`,
);

/** The statement of {@link refreshNames}. */
export function namesStatement(ids: Iterable<string | null | undefined>): SQL | undefined {
  const uuids = [...new Set(ids)].filter((id) => typeof id === "string").sort();
  if (uuids.length === 0) return undefined;
  return refreshStatement({ ids: `{${uuids.join()}}` });
}

const refreshStatement = fixedStatement<"ids">(
  () => sql`select search_refresh(${parameter("ids")}::uuid[]) as written`,
);

const tables = ["movies", "series", "people", "collections", "companies", "keywords"] as const;
const BATCH = 5_000;
/** Batches refreshed at the same time. Each takes a core of the database. */
const LANES = 2;

/** The UUID that sorts before all others: where reading in the order of ids starts. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";

/** The ids of all entities with names, in batches, each in the order of ids. */
async function* allIds(db: Db): AsyncGenerator<string[], void> {
  for (const table of tables) {
    let last: string | undefined = nilUuid;
    while (last !== undefined) {
      const batch: { id: string }[] = await db.execute<{ id: string }>(sql`
        select id from ${sql.identifier(table)} where id > ${last}::uuid order by id limit ${BATCH}`);
      yield batch.map(({ id }) => id);
      last = batch.at(-1)?.id;
    }
  }
}

/**
 * Refreshes the names of the whole catalog, one transaction per batch and {@link LANES} at a time; returns
 * the number of rows written.
 */
export async function refreshAllNames(db: Db): Promise<number> {
  const batches = allIds(db);
  const lane = async () => {
    let written = 0;
    for await (const ids of batches) {
      written += await db.transaction(async (tx) => {
        // The lanes share words: one waits until the other has committed its batch.
        await tx.execute(sql`set local lock_timeout = '60s'`);
        return refreshNames(tx, ids);
      });
    }
    return written;
  };
  const lanes = await Promise.all(Array.from({ length: LANES }, lane));
  return lanes.reduce((sum, written) => sum + written, 0);
}
