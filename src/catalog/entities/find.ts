import { sql } from "drizzle-orm";
import { mostCandidates } from "~/bounds";
import type { Asked } from "~/catalog/records/asked";
import type { Db } from "~/db/client";
import { parameter } from "~/db/prepared-statement";
import type { JsonRecord } from "~/http/json-answer";
import { type ExternalReference, fitsKind } from "~/http/request/reference";
import { type ReferenceKind, referenceKinds } from "~/vocabulary";
import { type BatchRow, batchStatement, recordOfRow } from "./batch";

const statement = batchStatement(
  () => sql`
  select kind, entity_id from external_refs
  where source = ${parameter("source")}::external_source and value = ${parameter("value")}
    and kind = any(${parameter("kinds")}::change_kind[])
  order by kind, entity_id limit ${sql.raw(String(mostCandidates))}`,
);

/**
 * The summaries of all records of these kinds that carry an id, removed ones too: by kind, then by id; empty when
 * there are none.
 */
export async function findByExternalId(
  db: Db,
  reference: ExternalReference,
  wanted: readonly ReferenceKind[],
  asked: Asked,
): Promise<JsonRecord<object>[]> {
  const kinds = referenceKinds.filter((kind) => wanted.includes(kind) && fitsKind(reference, kind));
  if (kinds.length === 0) return [];
  const values = { ...reference, kinds: `{${kinds}}` };
  const rows = await db.execute<BatchRow>(statement({ kinds, view: "summary", asked }, values));
  const place = ({ kind }: BatchRow) => referenceKinds.indexOf(kind);
  return [...rows]
    .sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1))
    .map((row) => recordOfRow(row, "summary", asked));
}
