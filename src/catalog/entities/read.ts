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

/** What a reference led to: its place, how it ended, the public id of its record if it has one, candidates. */
type Resolved = [
  n: number,
  status: ReferenceStatus,
  id: string | null,
  candidates: string[] | null,
];

/** The row with what all references led to, beside those of their records. */
type All = { resolved: JsonText<Resolved[]> };

const target = (kinds: Batch["kinds"]) => sql`
  select n, status, candidates, case when status in ('found', 'removed') then kind end as kind,
    case when status in ('found', 'removed') then entity_id end as entity_id
  from (${resolvedReferences(parameter("asked"), kinds)}) resolved`;

// One row: the driver takes longer to read many small ones than to parse their JSON.
const others = {
  select: sql`select null::text as kind, null::text as id, ${noRecord}, json_agg(json_build_array(
      n, status, kind || '_' || replace(entity_id::text, '-', ''), candidates))::text as resolved from target`,
  names: ["resolved"],
};

const statement = batchStatement(target, others);

const isAll = (row: Partial<All>): row is All => typeof row.resolved === "string";

/** JSON of {@link EntityItem}s, the ids of their records, and the tags for `Content-Language`. */
type Entities = { items: JsonText<EntityItem>[]; ids: string[]; content_language?: string };

/** What these references lead to, each with its record. */
export async function readEntities(
  db: Db,
  refs: readonly string[],
  batch: Batch,
): Promise<Entities> {
  const rows = await db.execute<BatchRow & Partial<All>>(
    statement(batch, { asked: askedReferences(refs) }),
  );
  const records = new Map<string, JsonRecord<object>>();
  const resolved: Resolved[] = [];
  for (const row of rows) {
    if (!isAll(row)) records.set(row.id, recordOfRow(row, batch.view, batch.asked));
    else for (const each of JSON.parse(row.resolved) as Resolved[]) resolved[each[0]] = each;
  }
  const items = resolved.map(([n, status, id, candidates]) => {
    const entity = id === null ? null : records.get(id)?.json;
    const ends = `"entity":${entity ?? null},"candidates":${JSON.stringify(candidates)}}`;
    return `{"ref":${JSON.stringify(refs[n])},"status":"${status}","id":${JSON.stringify(id)},${ends}`;
  });
  const found = resolved.flatMap(([, , id]) => records.get(id ?? "") ?? []);
  return { items, ids: [...records.keys()], ...commonLanguages(found) };
}
