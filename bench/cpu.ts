import { existsSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

const TICKS_PER_SECOND = 100;

/** Microseconds of CPU that a process has used in all its threads; 0 once it has ended. Linux only. */
export function cpuOf(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** The process ids of the sessions of this database, except our own. */
export async function sessions(db: Db): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name <> 'bench'`);
  return rows.map(({ pid }) => pid);
}
