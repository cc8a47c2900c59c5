import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";
import { type SearchedKind, searchedKinds } from "~/search/kinds";

/**
 * The document of an entity. `id` is its UUID; `prom` (prominence, 0 to 1) says how well known it is;
 * `hash` covers all other fields, so that the catalog and the index can be compared by hash alone.
 */
export type SearchDocument = {
  id: string;
  kind: SearchedKind;
  title: string;
  original_title?: string;
  alternate_titles?: string[];
  overview?: string;
  year?: number;
  prom: number;
  adult: boolean;
  hash: string;
};

const kindWords = sql.raw(`'{${searchedKinds.join(",")}}'::text[]`);

/**
 * Selects (entity_id, entity_kind, document, hash) of entities in the order of their ids. A document
 * contains the names in search_name and the overview only, because only changes of these add an entity
 * to the outbox (by triggers, see the migration).
 */
const documentQuery = (which: SQL, limit: SQL = sql``): SQL => sql`
  select made.entity_id, made.entity_kind, made.hash,
    made.document || jsonb_build_object('hash', made.hash) as document
  from (
    select named.entity_id, named.entity_kind, body.document, md5(body.document::text) as hash
    from (
      select n.entity_id, min(n.kind) as entity_kind,
        min(n.name) filter (where n.name_type = 0) as title,
        min(n.name) filter (where n.name_type = 1) as original_title,
        jsonb_agg(n.name order by n.fold) filter (where n.name_type = 2) as alternate_titles,
        max(n.year) as year, round(max(n.prom)::numeric, 3) as prom, bool_or(n.adult) as adult
      from search_name n where ${which} group by n.entity_id order by n.entity_id ${limit}
    ) named
    left join movies m on named.entity_kind = 1 and m.id = named.entity_id
    left join series s on named.entity_kind = 2 and s.id = named.entity_id
    left join collections c on named.entity_kind = 4 and c.id = named.entity_id
    cross join lateral (select jsonb_strip_nulls(jsonb_build_object(
      'id', named.entity_id, 'kind', (${kindWords})[named.entity_kind], 'title', named.title,
      'original_title', named.original_title, 'alternate_titles', named.alternate_titles,
      'overview', coalesce(m.overview, s.overview, c.overview), 'year', named.year,
      'prom', named.prom, 'adult', named.adult)) as document) body
  ) made
  order by made.entity_id`;

/** The documents of these entities; an entity that no longer exists has none. */
export async function documentsOf(db: Db, ids: readonly string[]): Promise<SearchDocument[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute<{ document: SearchDocument }>(
    documentQuery(sql`n.entity_id = any(${array(ids, "uuid")})`),
  );
  return rows.map(({ document }) => document);
}

/** The documents of up to `limit` entities whose ids follow `id`, in the order of ids. */
export async function documentsAfter(db: Db, id: string, limit: number): Promise<SearchDocument[]> {
  const rows = await db.execute<{ document: SearchDocument }>(
    documentQuery(sql`n.entity_id > ${id}::uuid`, sql`limit ${limit}`),
  );
  return rows.map(({ document }) => document);
}

/** The hash of an entity's document; `pending`: the entity is in the outbox. */
export type EntityHash = { id: string; kind: number; hash: string; pending: boolean };

/** Like {@link documentsAfter}, with the hashes of the documents only. */
export async function hashesAfter(db: Db, id: string, limit: number): Promise<EntityHash[]> {
  const rows = await db.execute<EntityHash>(sql`
    select d.entity_id as id, d.entity_kind as kind, d.hash, o.gen is not null as pending
    from (${documentQuery(sql`n.entity_id > ${id}::uuid`, sql`limit ${limit}`)}) d
      left join search_outbox o on o.entity_kind = d.entity_kind and o.entity_id = d.entity_id
    order by d.entity_id`);
  return [...rows];
}

/** How many entities the search covers. */
export async function countEntities(db: Db): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select distinct entity_id from search_name) entity`);
  return rows[0]?.count ?? 0;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the id of a document can be the id of an entity; other programs may write to the index. */
export const isEntityId = (id: string): boolean => uuidPattern.test(id);
