import type postgres from "postgres";

/**
 * What a migration derives from rows that are there already, after its commit and in small transactions of
 * their own, so that nobody waits for all of it. The migration creates a procedure named `backfill_…`, which
 * may be called again after it was cut off. It exists as long as its work is not done.
 */
export async function pendingBackfills(driver: postgres.Sql): Promise<string[]> {
  const rows = await driver<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'p' and starts_with(proname, 'backfill_')
    order by oid`;
  return rows.map(({ name }) => name);
}

/** Does what is pending. Must not run in a transaction or twice at the same time. */
export async function runBackfills(driver: postgres.Sql): Promise<void> {
  for (const name of await pendingBackfills(driver)) {
    await driver`call ${driver(name)}()`.simple();
    await driver`drop procedure ${driver(name)}()`;
  }
}
