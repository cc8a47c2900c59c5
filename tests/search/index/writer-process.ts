import { sql } from "drizzle-orm";
import { type DatabaseAddress, openDatabase } from "~/db/client";
import { refreshNames } from "~/search/names";

/** A writer in a separate process that a test can kill: `bun tests/search/index/writer-process.ts '{"address":…}'`. */
export type WriterSetup = { address: DatabaseAddress; id: string; title: string };

/** Key of the advisory lock that the writer takes last, before its commit. */
export const BEFORE_COMMIT = 42;

if (import.meta.main) {
  const { address, id, title } = JSON.parse(process.argv[2] ?? "{}") as WriterSetup;
  const { db, close } = openDatabase(address, {
    max: 1,
    lock_timeout_ms: 60_000,
    statement_timeout_ms: 60_000,
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`update movies set title = ${title} where id = ${id}`);
    await refreshNames(tx, [id]);
    await tx.execute(sql`select pg_advisory_xact_lock(${BEFORE_COMMIT})`);
  });
  await close();
}
