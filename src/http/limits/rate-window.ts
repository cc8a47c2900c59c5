import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";

/** The count of a key in its window, and the seconds until the window ends. */
export type RateWindow = { hits: number; seconds: number };

/**
 * Adds `added` to the count of a key; its window of `seconds` starts with the first. One statement, so that
 * the count is exact over any number of replicas.
 */
export async function countHit(
  db: Db,
  key: string,
  seconds: number,
  added = 1,
): Promise<RateWindow> {
  const rows = await db.execute<RateWindow>(sql`
    insert into rate_windows as known (key, hits, ends_at)
    values (${key}, ${added}::int, now() + make_interval(secs => ${seconds}::float8))
    on conflict (key) do update set
      hits = case when known.ends_at <= now() then excluded.hits else known.hits + excluded.hits end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning hits, greatest(0, extract(epoch from ends_at - now()))::float8 as seconds`);
  return only(rows);
}

/** Forgets a key, or all that start with a prefix when that ends with `*`. */
export async function forgetHits(db: Db, key: string): Promise<void> {
  await (key.endsWith("*")
    ? db.execute(sql`delete from rate_windows where starts_with(key, ${key.slice(0, -1)})`)
    : db.execute(sql`delete from rate_windows where key = ${key}`));
}

/** Removes windows that have ended. */
export async function sweepRateWindows(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_windows where ends_at <= now()`);
}
