import { sql } from "drizzle-orm";
import { askedReferences, resolvedReferences } from "~/catalog/references/resolve";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { type JsonText, joinObjects, jsonField, jsonOf } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { counter, withCounter } from "./counter";
import { advanced, type Counter, cursorExpired, cursorText, isValid } from "./cursor";
import type { CheckedReference } from "./model";
import type { Check } from "./parameters";
import { fitsInterest, groupsChanged, jsonItems, op, position, rows, valuesOf } from "./row";

/**
 * Whether the row of the feed says what became of a reference. There is none of one that leads nowhere, and until
 * its deletion is numbered, that of a missing entity says that it lives.
 */
const isKnown = sql`(state = 'deleted') = (status = 'missing')`;

const told = sql`'{"ref":' || to_json(ref)
  || ',"status":"' || status
  || '","op":' || case when ${isKnown} then '"' || ${op} || '"' else 'null' end
  || ',"id":' || case when status in ('found', 'removed') then '"' || its_kind || '_' || encode(uuid_send(its_id), 'hex') || '"' else 'null' end
  || ',"groups":[' || case when ${isKnown} then ${groupsChanged} else '' end || ']}'`;

const statement = fixedStatement<keyof ReturnType<typeof valuesOf> | "asked">(() => {
  const found = sql`
    select *
    from (${resolvedReferences(parameter("asked"))}) asked (n, ref, status, its_kind, its_id, candidates)
      left join (${rows}) changes on kind = its_kind and entity_id = its_id
    where status in ('missing', 'ambiguous') or (sequence > ${position} and ${fitsInterest})
    order by n`;
  return sql`
    with counter as (${counter})
    select *, (select ${jsonItems(told)} from (${found}) found) as results from counter`;
});

type Row = Counter & { results: JsonText<CheckedReference[]> };

/**
 * What changed after the cursor among the entities that a client names, and which of them are not there; JSON of a
 * {@link Checked}, from one statement. Throws `cursor_expired`.
 */
export async function checkChanges(
  db: Db,
  { since, refs, ...interest }: Check,
): Promise<JsonText<object>> {
  const values = { asked: askedReferences(refs), ...valuesOf(since, interest) };
  const row = await withCounter<Row>(db, statement(values));
  if (!isValid(since, row)) throw cursorExpired();
  const cursor = cursorText(
    advanced(since, row, { position: row.head, isDense: true, hasAllGroups: true }),
  );
  return joinObjects(jsonOf({ cursor }), jsonField("results", row.results));
}
