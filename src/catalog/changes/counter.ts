import { type SQL, sql } from "drizzle-orm";
import { isSameDatabase, keepEpoch } from "~/changes/epoch";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { change_counter } from "~/db/schema";
import { only } from "~/db/sql";
import type { Counter, Cursor } from "./cursor";

/** A SELECT of a {@link Counter} and of whether it belongs to this database. */
export const counter = sql`
  select epoch, sequence::float8 as head, purged_sequence::float8 as purged, ${isSameDatabase()} as is_same_database
  from ${change_counter}`;

/** Runs a statement that reads the counter; again after a new epoch began, if the database is another one. */
export async function withCounter<R extends Record<string, unknown>>(
  db: Db,
  statement: SQL,
): Promise<R> {
  const read = async () => only((await db.execute(statement)) as unknown as R[]);
  const row = await read();
  if (row.is_same_database) return row;
  await keepEpoch(db);
  return read();
}

const end = fixedStatement(() => sql`${counter}`);

/** The end of the feed: the cursor of a client that has read everything. */
export async function readEnd(
  db: Db,
): Promise<Pick<Counter, "head" | "purged"> & { cursor: Cursor }> {
  const row = await withCounter<Counter>(db, end({}));
  const { epoch, head, purged } = row;
  return { cursor: { epoch, position: head, from: head, began: undefined }, head, purged };
}
