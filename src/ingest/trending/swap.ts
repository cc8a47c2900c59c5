import { sql } from "drizzle-orm";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { trending_entries } from "~/db/schema";
import { array } from "~/db/sql";
import type { TrendingList } from "./lists";

export type RankedTitle = { rank: number; title_id: string };

/**
 * Replaces a ranking as a whole; ranks that keep their title are not written. A list that was refreshed after
 * `fetched_at` (by the database's clock) is newer than this one and stays.
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
  const ranks = array(
    entries.map(({ rank }) => rank),
    "int",
  );
  const titles = array(
    entries.map(({ title_id }) => title_id),
    "uuid",
  );
  await tx.execute(sql`
    delete from trending_entries where kind = ${kind} and "window" = ${window}
      and (rank, title_id) not in (select * from unnest(${ranks}, ${titles}))`);
  await reconcileChildren(
    tx,
    trending_entries,
    { owner: ["kind", "window"], key: ["rank"] },
    entries.map((entry) => ({ kind, window, ...entry })),
  );
}
