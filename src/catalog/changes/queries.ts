import { type SQL, sql } from "drizzle-orm";
import { isSameDatabase, keepEpoch } from "~/changes/epoch";
import { groupsOf } from "~/changes/groups";
import { arrayLiteral } from "~/db/array-literal";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { jsonArray, jsonText } from "~/db/json-sql";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { change_counter } from "~/db/schema";
import { only, timestamp } from "~/db/sql";
import { type ChangeGroup, type ChangeKind, changeGroups, changeKinds } from "~/vocabulary";
import { advanced, type Counter, type Cursor, cursorExpired, isValid } from "./cursor";
import type { Change } from "./model";

/** What a client follows; undefined: everything. */
export type Interest = {
  kinds?: readonly ChangeKind[] | undefined;
  groups?: readonly ChangeGroup[] | undefined;
};

/** A part of the feed as it is read. */
export type Changes = {
  results: JsonText<Change[]>;
  isEmpty: boolean;
  cursor: Cursor;
  more: boolean;
  head: number;
};

/** How many entities a request looks through at most, so that a filter that nothing fits costs no more. */
const MOST_LOOKED_AT = 10_000;
const most = sql.raw(String(MOST_LOOKED_AT));
const lastOfMost = sql.raw(String(MOST_LOOKED_AT - 1));

const words = (list: readonly string[]): SQL => sql.raw(`'${arrayLiteral(list)}'::text[]`);

const lists = changeKinds.map(
  (kind) => sql`when ${sql.raw(`'${kind}'`)} then ${words(groupsOf[kind])}`,
);

/** All groups that an entity of the kind of a row can have. */
const allGroups = sql`case kind ${sql.join(lists, sql` `)} end`;

const from = sql`${parameter("from")}::bigint`;
const position = sql`${parameter("position")}::bigint`;

/** The groups of a row that changed after the cursor. By subscript: an array filled in places need not begin at 1. */
const groupsChanged = sql`case
  when state = 'deleted' then ${words(["lifecycle"])}
  when created_sequence > ${from} then ${allGroups}
  else array(
    select word from unnest(${words(changeGroups)}) with ordinality listed (word, place)
    where groups[place] > ${from} order by place)
  end`;

const op = sql`case
  when state <> 'live' then state::text
  when created_sequence > ${from} then 'created'
  else 'updated'
  end`;

/** The public id of a row; the four rankings go by their names. */
const publicId = sql`case kind
  when 'trending' then (${words(["movie:day", "movie:week", "series:day", "series:week"])})[right(entity_id::text, 1)::int]
  else kind || '_' || replace(entity_id::text, '-', '')
  end`;

const entry = sql`
  sequence,
  ${op} as op,
  kind,
  ${publicId} as id,
  (select row_to_json(ids) from (select external_id as tmdb) ids) as external_ids,
  'series_' || replace(parent_id::text, '-', '') as parent_id,
  array_to_json(${groupsChanged}) as groups,
  ${timestamp(sql`changed_at`)} as changed_at`;

const counter = sql`
  select epoch, sequence as head, purged_sequence as purged, ${isSameDatabase()} as is_same_database
  from ${change_counter}`;

/** What was deleted without having been there at the cursor is nobody's concern. */
const isOfConcern = sql`(state <> 'deleted' or created_sequence <= ${position})`;

const fitsInterest = sql`(
  kind = any(${parameter("kinds")}::change_kind[])
  and (
    state = 'deleted'
    or (created_sequence > ${from} and ${allGroups} && ${parameter("groups")}::text[])
    or exists (select from unnest(${parameter("places")}::int[]) place where groups[place] > ${from})
  ))`;

/**
 * The next page of the feed, as of one snapshot. A page that is not full has looked through everything or through
 * {@link MOST_LOOKED_AT} entities.
 */
const page = (condition: SQL) =>
  fixedStatement<"position" | "from" | "limit" | "kinds" | "groups" | "places">(() => {
    const limit = sql`${parameter("limit")}::int`;
    const after = sql`changes where sequence > ${position}`;
    const next = sql`
      select * from (select * from ${after} order by sequence limit ${most}) looked_at
      where ${condition} order by sequence limit ${limit}`;
    return sql`
      with counter as (${counter}),
      found as materialized (${next}),
      reach as materialized (
        select case
          when (select count(*) from found) = ${limit} then (select max(sequence) from found)
          else (select sequence from ${after} order by sequence offset ${lastOfMost} limit 1)
          end as reached)
      select epoch, head::float8, purged::float8, is_same_database, reached::float8,
        exists (select from (
          select from changes where sequence > reached order by sequence limit 1) following) as more,
        ${jsonText(jsonArray(sql`(select ${entry} from found order by sequence)` as never))} as results
      from counter, reach`;
  });

const pages = {
  all: page(isOfConcern),
  some: page(sql`${isOfConcern} and ${fitsInterest}`),
};

type Row = Counter & {
  /** Null: everything was looked through. */
  reached: number | null;
  more: boolean;
  results: JsonText<Change[]>;
};

const valuesOf = ({ kinds = changeKinds, groups = changeGroups }: Interest) => ({
  kinds: arrayLiteral(kinds),
  groups: arrayLiteral(groups),
  places: arrayLiteral(groups.map((group) => changeGroups.indexOf(group) + 1)),
});

/** Runs a statement that reads the counter; again after a new epoch began, if the database is another one. */
async function withCounter<R extends Record<string, unknown>>(db: Db, statement: SQL): Promise<R> {
  const read = async () => only((await db.execute(statement)) as unknown as R[]);
  const row = await read();
  if (row.is_same_database) return row;
  await keepEpoch(db);
  return read();
}

/**
 * What changed after the cursor, at most `limit` entities, in one statement. Throws `cursor_expired`.
 */
export async function readChanges(
  db: Db,
  cursor: Cursor,
  { limit, ...interest }: Interest & { limit: number },
): Promise<Changes> {
  const { kinds, groups } = interest;
  const isAll = kinds === undefined && groups === undefined;
  const { position, from } = cursor;
  const values = { position, from, limit, ...valuesOf(interest) };
  const row = await withCounter<Row>(db, pages[isAll ? "all" : "some"](values));
  if (!isValid(cursor, row)) throw cursorExpired();
  const { results, more, head, reached } = row;
  const next = advanced(cursor, row, more ? (reached ?? head) : head);
  return { results, isEmpty: results === "[]", more, head, cursor: next };
}

const end = fixedStatement(() => sql`${counter}`);

/** The end of the feed: the cursor of a client that has read everything. */
export async function readEnd(db: Db): Promise<{ cursor: Cursor; head: number }> {
  const row = await withCounter<Counter>(db, end({}));
  const head = Number(row.head);
  return { cursor: { epoch: row.epoch, position: head, from: head, began: undefined }, head };
}
