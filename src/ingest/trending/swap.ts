import { sql } from "drizzle-orm";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { trending_entries } from "~/db/schema";
import type { TrendingList } from "./lists";

export type RankedTitle = { rank: number; title_id: string };

/**
 * Replaces a ranking as a whole. A list that was refreshed after `fetched_at` (by the database's
 * clock) is newer than this one and stays.
 */
export async function swapList(
  tx: Db,
  { kind, window }: TrendingList,
  fetched_at: string,
  entries: readonly RankedTitle[],
): Promise<void> {
  const updated = await tx.execute(sql`
    insert into trending_lists as list (kind, "window", refreshed_at) values (${kind}, ${window}, now())
    on conflict (kind, "window") do update set refreshed_at = excluded.refreshed_at
      where list.refreshed_at <= ${fetched_at}::timestamptz
    returning kind`);
  if (updated.length === 0) return;
  await tx.execute(sql`
    delete from trending_entries where kind = ${kind} and "window" = ${window}`);
  await reconcileChildren(
    tx,
    trending_entries,
    { owner: ["kind", "window"], key: ["rank"] },
    entries.map((entry) => ({ kind, window, ...entry })),
  );
}
