/** Reads records of several kinds in one statement. */

import { type SQL, sql } from "drizzle-orm";
import { type InLanguages, inLanguages } from "~/catalog/language/collect";
import { type Asked, askedValues, asksForMore } from "~/catalog/records/asked";
import type { RecordRow } from "~/catalog/records/record";
import { rare } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import type { JsonText } from "~/db/json-text";
import type { JsonRecord } from "~/http/json-answer";
import { type ReferenceKind, referenceKinds } from "~/vocabulary";
import { sources, type View } from "./sources";

/** Which records are read, of which kinds and how. */
export type Batch = { kinds: readonly ReferenceKind[]; view: View; asked: Asked };

/** One record, as a row of {@link batchStatement}: its parts by their place. */
export type BatchRow = InLanguages & {
  kind: ReferenceKind;
  id: string;
  updated_at: string | null;
} & {
  included: JsonText<object> | null;
  [part: `part_${number}`]: string | null;
};

/** More parts than any kind has. */
const parts = [0, 1, 2].map((n) => `part_${n}`);
const places = parts.map((name) => sql.identifier(name));

/** The columns that are JSON. */
const jsonColumns = [...parts, "included"];

/** The columns of a {@link BatchRow} without a record, for other rows of the same statement. */
export const noRecord: SQL = sql.join(
  ["updated_at", "included"]
    .map((name) => sql.identifier(name))
    .concat(places)
    .map((name) => sql`null::text as ${name}`),
  sql`, `,
);

/** The records of one kind among those of `target`. */
function recordsOf(kind: ReferenceKind, view: View, more: boolean, extra: SQL): SQL {
  const { from, id, columns, parts } = sources[view][kind];
  if (parts.length > places.length) throw new Error(`A ${kind} has more parts than columns.`);
  const named = places.map((place, n) => {
    const name = parts[n];
    return name === undefined
      ? sql`null as ${place}`
      : sql`${sql.identifier(name)}::text as ${place}`;
  });
  const literal = sql.raw(`'${kind}'`);
  return sql`select ${literal} as kind, id, updated_at, ${more ? sql`included` : sql`null as included`},
      ${sql.join(named, sql`, `)}${extra}
    from (select ${columns(more)} from ${from}
      where ${id} = any(array(select entity_id from target where kind = ${literal}))) record`;
}

/** Sets of kinds that are asked for again and again; the statements of all others are not prepared. */
const common = [
  ...referenceKinds,
  "movie,series",
  "movie,series,person",
  referenceKinds.join(),
] as string[];

type Text = ReturnType<typeof fixedStatement<string>>;

/** Rows of another shape: a SELECT of `kind`, `id`, {@link noRecord} and further columns, which have these names. */
type Others = { select: SQL; names: readonly string[] };

/**
 * The statement that reads the records of `target`, a SELECT with the columns `kind` and `entity_id` (UUID), after
 * the rows of `others`. Its values are those that `target` names.
 */
export function batchStatement(target: (kinds: Batch["kinds"]) => SQL, others?: Others) {
  const texts = new Map<string, Text>();
  const absent = others?.names.map((name) => sql`, null as ${sql.identifier(name)}`) ?? [];
  const extra = sql.join(absent);
  const write = ({ kinds, view, asked }: Batch): Text => {
    const records = kinds.map((kind) => recordsOf(kind, view, asksForMore(asked), extra));
    const all = sql.join([...(others ? [others.select] : []), ...records], sql` union all `);
    const end = common.includes(kinds.join()) ? sql`` : rare;
    const select = sql`with target as materialized (${target(kinds)}) ${all}`;
    return fixedStatement<string>(() =>
      asksForMore(asked) ? sql`${inLanguages(select, jsonColumns)} ${end}` : sql`${select} ${end}`,
    );
  };
  return (batch: Batch, values: Record<string, unknown>): SQL => {
    const { kinds, view, asked } = batch;
    const name = `${view} ${asksForMore(asked)} ${kinds.join()}`;
    const text = texts.get(name) ?? write(batch);
    texts.set(name, text);
    return text({ ...askedValues(asked), ...values });
  };
}

/** The record of a row, in the languages asked for. */
export function recordOfRow(
  { kind, id, updated_at, included, translations, ...parts }: BatchRow,
  view: View,
  asked: Asked = {},
): JsonRecord<object> {
  const source = sources[view][kind];
  const named = source.parts.map((name, n) => [name, parts[`part_${n}`]]);
  const row: RecordRow = { ...Object.fromEntries(named), id, updated_at, translations };
  return source.read(included === null ? row : { ...row, included }, asked);
}
