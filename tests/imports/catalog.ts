import { sql } from "drizzle-orm";
import { getImport, type ImportView } from "~/admin/imports/view";
import type { Db } from "~/db/client";
import { createImport, type ImportRequest } from "~/imports/create";
import type { Wishes } from "~/imports/selection";
import { claim } from "~/jobs/lease";
import { fail, succeed } from "~/jobs/settlement";
import { gone, result } from "../jobs/records";
import { selected } from "./files";

/** Imports a file and returns the id. */
export const imported = async (
  db: Db,
  content: string | Uint8Array,
  { top, ...request }: Partial<ImportRequest> & Pick<Wishes, "top"> = {},
): Promise<string> =>
  createImport(db, { source: "test", ...request }, await selected(content, { top }));

export async function importOf(db: Db, id: string): Promise<ImportView> {
  const found = await getImport(db, id);
  if (found === undefined) throw new Error("there is no such import");
  return found;
}

/** Its numbers without those that are 0. */
export async function countsOf(db: Db, id: string): Promise<Record<string, number>> {
  const { total, skipped, invalid, pending, enqueued, succeeded, failed } = await importOf(db, id);
  const counts = { total, skipped, invalid, pending, enqueued, succeeded, failed };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** As if the catalog had these movies. */
export const store = (db: Db, ids: readonly number[]) =>
  db.execute(sql`
    insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
    select 'movie', unnest(${`{${ids}}`}::text[]), gen_random_uuid(), '', '', 1, now(), gen_random_uuid(), 1`);

/** Runs all due jobs; those of `bad` fail. Returns their external ids in the order in which they ran. */
export async function runJobs(db: Db, bad: readonly string[] = []): Promise<string[]> {
  const order: string[] = [];
  for (;;) {
    const job = await claim(db, crypto.randomUUID());
    if (job === undefined) return order;
    order.push(job.external_id);
    if (bad.includes(job.external_id)) await fail(db, job, gone);
    else await db.transaction((tx) => succeed(tx, job, result));
  }
}

/** A list of the ids from 1 on. */
export const list = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, index) => from + index).join("\n");
