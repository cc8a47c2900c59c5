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
import { ratings } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { TitleKind } from "~/vocabulary";
import type { Rating } from "./model";

/**
 * Sets a rating. Setting the same value again changes nothing, including the date, so a repeated
 * request is harmless. undefined when the title does not exist.
 */
export async function putRating(
  db: Db,
  { user_id, kind, title_id }: Entry,
  value: number,
): Promise<Rating | undefined> {
  const [rating] = await db.execute<Rating>(sql`
    insert into ${ratings} (user_id, title_id, value)
    select ${user_id}::uuid, id, ${value}::numeric
    from ${titleTables[kind]} where id = ${title_id}::uuid
    on conflict (user_id, title_id) do update set
      value = excluded.value,
      updated_at = case when ${ratings.value} = excluded.value
        then ${ratings.updated_at} else now() end
    returning ${kindLiteral(kind)} as entity_type,
      ${publicId(kind, ratings.title_id)} as entity_id,
      ${ratings.value}::float8 as value,
      ${timestamp(ratings.created_at)} as created_at,
      ${timestamp(ratings.updated_at)} as updated_at`);
  return rating;
}

/** Deletes a rating, if there is one; false when the title does not exist. */
export const deleteRating = (db: Db, entry: Entry): Promise<boolean> =>
  deleteEntry(db, ratings, entry);

/** A page of an account's ratings of one kind with their titles, the last changed first. */
export const listRatings = <Item>(
  db: Db,
  query: { user_id: string; kind: TitleKind; page: number; page_size: number; asked: Asked },
): Promise<LocalizedSlice<Item>> =>
  selectEntries<Item>(db, {
    ...query,
    entries: ratings,
    at: ratings.updated_at,
    fields: sql`'value', ${ratings.value}, 'rated_at', ${timestamp(ratings.updated_at)}`,
  });
