import { sql } from "drizzle-orm";
import {
  deleteEntry,
  type Entry,
  kindLiteral,
  type LocalizedSlice,
  selectEntries,
  titleTables,
} from "~/account/entries";
import type { Asked } from "~/catalog/records/asked";
import type { Db } from "~/db/client";
import { watchlist_entries } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { TitleKind } from "~/vocabulary";
import type { WatchlistEntry } from "./model";

/**
 * Adds a title to an account's watchlist; a title that is already on it keeps its date. undefined when
 * the title does not exist.
 */
export async function putWatchlistEntry(
  db: Db,
  { user_id, kind, title_id }: Entry,
): Promise<WatchlistEntry | undefined> {
  // DO NOTHING would return no row for an existing entry.
  const [entry] = await db.execute<WatchlistEntry>(sql`
    insert into ${watchlist_entries} (user_id, title_id)
    select ${user_id}::uuid, id from ${titleTables[kind]} where id = ${title_id}::uuid
    on conflict (user_id, title_id) do update set added_at = ${watchlist_entries.added_at}
    returning ${kindLiteral(kind)} as entity_type,
      ${publicId(kind, watchlist_entries.title_id)} as entity_id,
      ${timestamp(watchlist_entries.added_at)} as added_at`);
  return entry;
}

/** Removes a title from the watchlist, if it is on it; false when the title does not exist. */
export const deleteWatchlistEntry = (db: Db, entry: Entry): Promise<boolean> =>
  deleteEntry(db, watchlist_entries, entry);

/** A page of the titles of one kind on an account's watchlist, the last added first. */
export const listWatchlist = <Item>(
  db: Db,
  query: { user_id: string; kind: TitleKind; page: number; page_size: number; asked: Asked },
): Promise<LocalizedSlice<Item>> =>
  selectEntries<Item>(db, {
    ...query,
    entries: watchlist_entries,
    at: watchlist_entries.added_at,
    fields: sql`'added_at', ${timestamp(watchlist_entries.added_at)}`,
  });
