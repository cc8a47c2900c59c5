import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { Names } from "./judged";

/** The provider's ids by the public ids of a catalog. */
export async function providerNames(db: Db): Promise<Names> {
  const rows = await db.execute<{ id: string; name: string }>(sql`
    select kind || '_' || replace(id::text, '-', '') as id, kind || ' ' || external_id as name from (
      select kind::text, id, external_id from titles
      union all select 'person', id, external_id from people
      union all select 'collection', id, external_id from collections
      union all select 'company', id, external_id from companies
      union all select 'keyword', id, external_id from keywords
    ) entity`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
