import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { groupsOf } from "~/changes/groups";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import { publicId, timestamp } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import { changeGroups } from "~/vocabulary";
import type { KindWithProvenance } from "./kinds";
import type { Provenance } from "./model";

/**
 * The record `entity` with `fetch_kind` and `fetch_id`: the fetch that its data comes with, as jobs name
 * it. A season is fetched by the number of its series and its own, an episode with its season.
 */
const records: Record<KindWithProvenance, (id: SQLWrapper) => SQL> = {
  movie: (id) => sql`select m.id, 'movie' as fetch_kind, t.external_id::text as fetch_id
    from movies m join titles t on t.id = m.id where m.id = ${id}`,
  series: (id) => sql`select s.id, 'series' as fetch_kind, t.external_id::text as fetch_id
    from series s join titles t on t.id = s.id where s.id = ${id}`,
  season: (
    id,
  ) => sql`select s.id, 'season' as fetch_kind, t.external_id || ':' || s.season_number as fetch_id
    from seasons s join titles t on t.id = s.series_id where s.id = ${id}`,
  episode: (
    id,
  ) => sql`select e.id, 'season' as fetch_kind, t.external_id || ':' || s.season_number as fetch_id
    from episodes e join seasons s on s.id = e.season_id join titles t on t.id = e.series_id where e.id = ${id}`,
  person: (id) => sql`select p.id, 'person' as fetch_kind, p.external_id::text as fetch_id
    from people p where p.id = ${id}`,
  collection: (id) => sql`select c.id, 'collection' as fetch_kind, c.external_id::text as fetch_id
    from collections c where c.id = ${id}`,
};

/** The latest change of each group of a kind; what has not changed since the record came is as old as that. */
function groupsOfRow(kind: KindWithProvenance): SQL {
  const groups = groupsOf[kind].map((group) => {
    const place = sql.raw(String(changeGroups.indexOf(group) + 1));
    const changed_at = timestamp(sql`coalesce(change.group_times[${place}], change.created_at)`);
    return sql`(select row_to_json(latest) from (
      select coalesce(change.groups[${place}], change.created_sequence) as sequence, ${changed_at} as changed_at
      where change.sequence is not null) latest) as ${sql.identifier(group)}`;
  });
  return sql`(select row_to_json(every) from (select ${sql.join(groups, sql`, `)}) every)`;
}

/** Where the data of a record came from as one JSON object, after the columns `first`; null without such a record. */
const provenanceJson = (kind: KindWithProvenance, id: SQLWrapper, first: SQL): SQL => sql`(
  select row_to_json(item) from (
    select ${first} fetched.provider as source, fetched.external_id, fetched.endpoint,
      fetched.payload_hash, ${timestamp(sql`greatest(fetched.fetched_at, planned.last_fetched_at)`)} as last_fetched_at,
      ${timestamp(sql`planned.next_refresh_at`)} as next_refresh_at, planned.tier,
      ${timestamp(sql`fetched.missing_at`)} as missing_since, ${groupsOfRow(kind)} as groups
    from (${records[kind](id)}) entity
      left join provenance fetched on fetched.provider = 'tmdb' and fetched.kind = entity.fetch_kind::job_kind
        and fetched.external_id = entity.fetch_id
      left join refresh_state planned on planned.kind = entity.fetch_kind::job_kind and planned.external_id = entity.fetch_id
      left join changes change on change.kind = ${sql.raw(`'${kind}'`)} and change.entity_id = entity.id
  ) item)`;

/** The provenance of the record with this UUID, without its id. */
export const provenanceOf = (
  kind: KindWithProvenance,
  id: SQLWrapper,
): SQL<Omit<Provenance, "id">> => provenanceJson(kind, id, sql``) as SQL<Omit<Provenance, "id">>;

const statement = (kind: KindWithProvenance) =>
  fixedStatement<"id">(() => {
    const public_id = sql`${publicId(kind, sql`entity.id`)} as id,`;
    return sql`select json from (
      select ${provenanceJson(kind, sql`${parameter("id")}`, public_id)}::text as json) found where json is not null`;
  });

const statements = {
  movie: statement("movie"),
  series: statement("series"),
  season: statement("season"),
  episode: statement("episode"),
  person: statement("person"),
  collection: statement("collection"),
} satisfies Record<KindWithProvenance, unknown>;

/** Where the data of a record came from, in one statement; undefined when there is no such record. */
export async function getProvenance(
  db: Db,
  kind: KindWithProvenance,
  id: string,
): Promise<JsonRecord<Provenance> | undefined> {
  const [row] = await db.execute<JsonRecord<Provenance>>(statements[kind]({ id }));
  return row;
}
