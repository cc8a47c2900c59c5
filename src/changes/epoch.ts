import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { change_counter } from "~/db/schema";
import { only } from "~/db/sql";

/**
 * The timeline on which a primary writes. The control file would tell it only after the first checkpoint of a
 * promoted standby. A standby keeps what is stored.
 */
const timeline = sql`case when pg_is_in_recovery() then ${change_counter.timeline}
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end`;

/** The server's cluster and the database in it: a dump restored beside the first one is another database. */
const systemIdentifier = sql`(select system_identifier || '/' || oid
  from pg_control_system(), pg_database where datname = current_database())`;

/** Whether the database is the one that the epoch in `change_counter` belongs to, and no restored copy of it. */
export const isSameDatabase = (): SQL<boolean> =>
  sql`(${change_counter.system_identifier} = ${systemIdentifier} and ${change_counter.timeline} = ${timeline})`;

const newEpoch = sql`substr(md5(gen_random_uuid()::text), 1, 8)`;

/**
 * Begins a new epoch if the database is another one than before, or on another timeline: numbers that were given
 * after the backup was made mean something else now. Only notes which database it is when that is unknown.
 */
export async function keepEpoch(db: Db): Promise<void> {
  await db.execute(sql`
    update ${change_counter} set
      epoch = case when system_identifier = '' then epoch else ${newEpoch} end,
      system_identifier = ${systemIdentifier},
      timeline = ${timeline}
    where not ${isSameDatabase()}`);
}

/** Begins a new epoch, so that every cursor expires; returns it: eight hex digits. */
export async function beginEpoch(db: Db): Promise<string> {
  const rows = await db.execute<{ epoch: string }>(
    sql`update ${change_counter} set epoch = ${newEpoch} returning epoch`,
  );
  return only(rows).epoch;
}
