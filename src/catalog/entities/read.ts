import { sql } from "drizzle-orm";
import { commonLanguages } from "~/catalog/language/localize";
import { askedReferences, resolvedReferences } from "~/catalog/references/resolve";
import type { Db } from "~/db/client";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import type { JsonRecord } from "~/http/json-answer";
import type { ReferenceStatus } from "~/vocabulary";
import { type Batch, type BatchRow, batchStatement, noRecord, recordOfRow } from "./batch";
import type { EntityItem } from "./model";

/** What a reference led to, as a row of the same statement; its id is that of the record, if it has one. */
type Resolved = {
  n: number;
  status: ReferenceStatus;
  id: string | null;
  candidates: string | null;
};

const target = (kinds: Batch["kinds"]) => sql`
  select n, status, candidates, case when status in ('found', 'removed') then kind end as kind,
    case when status in ('found', 'removed') then entity_id end as entity_id
  from (${resolvedReferences(parameter("asked"), kinds)}) resolved`;

const others = {
  select: sql`select kind::text as kind, kind || '_' || replace(entity_id::text, '-', '') as id, ${noRecord},
      n, status, candidates::text as candidates from target`,
  names: ["n", "status", "candidates"],
};

const statement = batchStatement(target, others);

const isResolved = (row: Partial<Resolved>): row is Resolved => typeof row.n === "number";

/** JSON of {@link EntityItem}s, the ids of their records, and the tags for `Content-Language`. */
type Entities = { items: JsonText<EntityItem>[]; ids: string[]; content_language?: string };

/** What these references lead to, each with its record. */
export async function readEntities(
  db: Db,
  refs: readonly string[],
  batch: Batch,
): Promise<Entities> {
  const rows = await db.execute<BatchRow & Partial<Resolved>>(
    statement(batch, { asked: askedReferences(refs) }),
  );
  const records = new Map<string, JsonRecord<object>>();
  const resolved: Resolved[] = [];
  for (const row of rows) {
    if (isResolved(row)) resolved[row.n] = row;
    else records.set(row.id, recordOfRow(row, batch.view, batch.asked));
  }
  const items = resolved.map(({ n, status, id, candidates }) => {
    const entity = id === null ? null : records.get(id)?.json;
    const ends = `"entity":${entity ?? null},"candidates":${candidates}}`;
    return `{"ref":${JSON.stringify(refs[n])},"status":"${status}","id":${JSON.stringify(id)},${ends}`;
  });
  const found = resolved.flatMap(({ id }) => records.get(id ?? "") ?? []);
  return { items, ids: [...records.keys()], ...commonLanguages(found) };
}
