import { type SQL, sql } from "drizzle-orm";
import { groupsOf } from "~/changes/groups";
import { trendingEntityIds } from "~/changes/trending";
import { arrayLiteral } from "~/db/array-literal";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { type ChangeGroup, type ChangeKind, changeGroups, changeKinds } from "~/vocabulary";
import { type Cursor, isFromNothing } from "./cursor";

/** What a client follows; undefined: everything. */
export type Interest = {
  kinds?: readonly ChangeKind[] | undefined;
  groups?: readonly ChangeGroup[] | undefined;
};

/** An expression for each kind of entity. */
const byKind = (expression: (kind: ChangeKind) => string): SQL =>
  sql.raw(
    `case kind ${changeKinds.map((kind) => `when '${kind}' then ${expression(kind)}`).join("\n")} end`,
  );

const quoted = (kind: ChangeKind): string => groupsOf[kind].map((word) => `"${word}"`).join(",");

/** The groups of a kind that changed since the client set out, each after a comma. */
const changedOf = (kind: ChangeKind): string => {
  const each = groupsOf[kind].map(
    (group) =>
      `case when groups[${changeGroups.indexOf(group) + 1}] > set_out then ',"${group}"' end`,
  );
  return `concat(${each.join(", ")})`;
};

/** How far the client has read. */
export const position = sql`${parameter("position")}::bigint`;

/** A SELECT of rows of the feed, and where the client set out, as the parts below read them. */
export const rows = sql`
  select kind, entity_id, sequence, created_sequence, state, changed_at, external_id, parent_id, groups,
    ${parameter("from")}::bigint as set_out
  from changes`;

/**
 * The items of a JSON array: the groups that changed since the client set out. Text is put together here and in
 * {@link entry}, because making it of rows and arrays takes PostgreSQL twice the time.
 */
export const groupsChanged = sql`case
  when state = 'deleted' then '"lifecycle"'
  when created_sequence > set_out then ${byKind((kind) => `'${quoted(kind)}'`)}
  else substr(${byKind(changedOf)}, 2)
  end`;

/** What happened to a row's entity since the client set out. */
export const op = sql`case
  when state <> 'live' then state::text
  when created_sequence > set_out then 'created'
  else 'updated'
  end`;

const rankings = Object.entries(trendingEntityIds).map(
  ([name, id]) => `when '${id}' then '${name}'`,
);

/** The fields of kind and public id, without what is around them; the rankings go by their names. */
const kindAndId = sql`${byKind((kind) =>
  kind === "trending"
    ? `'trending","id":"' || case entity_id ${rankings.join(" ")} end`
    : `'${kind}","id":"${kind}_' || encode(uuid_send(entity_id), 'hex')`,
)}`;

/** As `timestamp()` of db/sql.ts, in two thirds of its time: with a microsecond more there are always six digits. */
const changedAt = sql`substr(to_json(
  date_trunc('milliseconds', changed_at at time zone 'UTC') + interval '1 microsecond')::text, 2, 23)`;

/** The JSON of a row as a `Change`. */
export const entry = sql`'{"sequence":' || sequence
  || ',"op":"' || ${op}
  || '","kind":"' || ${kindAndId}
  || '","external_ids":{"tmdb":' || coalesce(external_id::text, 'null')
  || '},"parent_id":' || coalesce('"series_' || encode(uuid_send(parent_id), 'hex') || '"', 'null')
  || ',"groups":[' || ${groupsChanged}
  || '],"changed_at":"' || ${changedAt} || 'Z"}'`;

/** The JSON array of items that are JSON, in the order in which the rows come. */
export const jsonItems = <T>(item: SQL): SQL<JsonText<T[]>> =>
  sql`'[' || coalesce(string_agg(${item}, ','), '') || ']'`;

/**
 * What was deleted before a client that set out from nothing came to where it was created is not its concern. Any
 * other client may have met it in the catalog, also before it was numbered.
 */
export const isOfConcern = sql`(
  state <> 'deleted' or created_sequence <= ${position} or not ${parameter("from_nothing")}::boolean)`;

/** Whether a client that follows some kinds and groups wants to hear of a row. */
export const fitsInterest = sql`(
  kind = any(${parameter("kinds")}::change_kind[])
  and (
    state = 'deleted'
    or (
      created_sequence > set_out
      and ${byKind((kind) => `'${arrayLiteral(groupsOf[kind])}'::text[]`)} && ${parameter("groups")}::text[])
    or exists (select from unnest(${parameter("places")}::int[]) place where groups[place] > set_out)
  ))`;

/** The values of all parameters of these parts. */
export const valuesOf = (
  cursor: Cursor,
  { kinds = changeKinds, groups = changeGroups }: Interest,
) => ({
  position: cursor.position,
  from: cursor.from,
  from_nothing: isFromNothing(cursor),
  kinds: arrayLiteral(kinds),
  groups: arrayLiteral(groups),
  places: arrayLiteral(groups.map((group) => changeGroups.indexOf(group) + 1)),
});
