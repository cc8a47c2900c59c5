import type { Static } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { mostResults, only, publicId, timestamp } from "~/db/sql";
import type { Slice } from "~/http/request/page";
import type { Import } from "./model";

/** An import as clients see it. */
export type ImportView = Static<typeof Import>;

/** The seconds that are left at the rate since the import began or was resumed. */
const eta = sql`case when paused_at is null and finished_at is null and succeeded + failed > resumed_with then
  ceil((pending + enqueued) * extract(epoch from now() - resumed_at) / (succeeded + failed - resumed_with))::int end`;

/** The columns of an {@link ImportView}. */
const columns = sql`
  ${publicId("import", sql`id`)} as id, kind, source, total, skipped, invalid, pending, enqueued, succeeded,
  failed, ${timestamp(sql`created_at`)} as created_at, ${timestamp(sql`finished_at`)} as finished_at,
  ${eta} as eta_seconds,
  case when canceled_at is not null then 'canceled' when finished_at is not null then 'finished'
    when paused_at is not null then 'paused' else 'running' end as status,
  invalid_lines, failures`;

/** The import with this UUID; undefined if there is none. */
export async function getImport(db: Db, id: string): Promise<ImportView | undefined> {
  const rows = await db.execute<ImportView>(sql`select ${columns} from imports where id = ${id}`);
  return rows[0];
}

/** A page of the imports, newest first, and how many there are, in one statement. */
export async function listImports(
  db: Db,
  { page, page_size }: { page: number; page_size: number },
): Promise<Slice<ImportView>> {
  const rows = await db.execute<Slice<ImportView>>(sql`
    select (select count(*)::int from imports) as total_results,
      coalesce((select json_agg(listed) from (
        select ${columns} from imports where id = any(array(
          select id from (
            select id from imports order by id desc
            limit ${mostResults.full} offset (select ${(page - 1) * page_size}::bigint)) found
          limit ${page_size}))
        order by imports.id desc) listed), '[]') as results`);
  return only(rows);
}
