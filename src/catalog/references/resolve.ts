import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { mostCandidates } from "~/bounds";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import { readReferences } from "~/http/request/reference";
import { type ReferenceKind, type ReferenceStatus, referenceKinds } from "~/vocabulary";

/** What one reference led to. */
export type ResolvedReference = {
  /** Its place among those asked, from 0. */
  n: number;
  /** As the client wrote it. */
  ref: string;
  status: ReferenceStatus;
  /** Of a public id also when it is missing: a record that was deleted had them. */
  kind: ReferenceKind | null;
  /** A UUID. */
  entity_id: string | null;
  /** The public ids of an ambiguous one, by id; null otherwise. */
  candidates: string[] | null;
};

/** The parameter of {@link resolvedReferences}: texts of a `ReferenceList`, which have been validated. */
export const askedReferences = (texts: readonly string[]): string =>
  JSON.stringify(readReferences(texts).map((reference, n) => ({ n, ref: texts[n], ...reference })));

/** The table of each kind, and whether its records can be removed. */
const tables: Record<ReferenceKind, { name: string; isRemovable?: true }> = {
  movie: { name: "movies", isRemovable: true },
  series: { name: "series", isRemovable: true },
  season: { name: "seasons" },
  episode: { name: "episodes" },
  person: { name: "people", isRemovable: true },
  collection: { name: "collections", isRemovable: true },
  company: { name: "companies" },
  keyword: { name: "keywords" },
};

/** The record of a kind that the row `carrier` names, with the time of its removal. */
function recordsOf(kind: ReferenceKind): SQL {
  const { name, isRemovable } = tables[kind];
  const removed_at = isRemovable ? sql`removed_at` : sql`null::timestamptz as removed_at`;
  return sql`select ${removed_at} from ${sql.identifier(name)}
    where carrier.kind = ${sql.raw(`'${kind}'`)} and id = carrier.entity_id`;
}

const most = sql.raw(String(mostCandidates));

/**
 * A SELECT with a row of a {@link ResolvedReference} for each reference asked, in no order: to stand in
 * another statement, as `from (…) resolved`. A live record goes before removed ones, of which the one that
 * was removed last counts. It reads indexes only. `kinds` are those that the references can name.
 */
export const resolvedReferences = (
  asked: Placeholder | SQL,
  kinds: readonly ReferenceKind[] = referenceKinds,
): SQL => sql`
  select asked.n, asked.ref,
    case when live = 1 then 'found' when live > 1 then 'ambiguous' when known > 0 then 'removed'
      else 'missing' end as status,
    case when live < 2 then coalesce(kinds[1], asked.kind) end as kind,
    case when live < 2 then coalesce(ids[1], asked.id) end as entity_id,
    case when live > 1 then (
      select array_to_json(array_agg(one_kind || '_' || replace(one_id::text, '-', '') order by one_id))
      from unnest(kinds[:least(live, ${most})], ids[:least(live, ${most})]) as one(one_kind, one_id)
    ) end as candidates
  from jsonb_to_recordset(${asked}::jsonb)
    as asked (n int, ref text, kind change_kind, id uuid, source external_source, value text)
  cross join lateral (
    select count(*) as known, count(*) filter (where removed_at is null) as live,
      array_agg(kind order by removed_at desc, entity_id) as kinds,
      array_agg(entity_id order by removed_at desc, entity_id) as ids
    from (
      select kind, entity_id from external_refs
      where source = asked.source and value = asked.value and (asked.kind is null or kind = asked.kind)
      union all
      select asked.kind, asked.id where asked.id is not null
    ) carrier
    cross join lateral (
      ${sql.join(kinds.map(recordsOf), sql` union all `)}
    ) there
  ) found`;

const all = fixedStatement<"asked">(
  () => sql`select * from (${resolvedReferences(parameter("asked"))}) resolved order by n`,
);

/** What validated references lead to, in their order, by one statement. */
export const resolveReferences = async (
  db: Db,
  texts: readonly string[],
): Promise<ResolvedReference[]> => [
  ...(await db.execute<ResolvedReference>(all({ asked: askedReferences(texts) }))),
];
