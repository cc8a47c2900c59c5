import { type SQL, sql } from "drizzle-orm";
import { groupsOf } from "~/changes/groups";
import { trendingEntityIds } from "~/changes/trending";
import { arrayLiteral } from "~/db/array-literal";
import { parameter } from "~/db/prepared-statement";
import { type ChangeGroup, type ChangeKind, changeGroups, changeKinds } from "~/vocabulary";
import { type Cursor, isFromNothing } from "./cursor";

/** Parts of statements that read `changes`, as seen from a cursor: the parameters `position` and `from`. */

/** What a client follows; undefined: everything. */
export type Interest = {
  kinds?: readonly ChangeKind[] | undefined;
  groups?: readonly ChangeGroup[] | undefined;
};

const words = (list: readonly string[]): SQL => sql.raw(`'${arrayLiteral(list)}'::text[]`);

const lists = changeKinds.map(
  (kind) => sql`when ${sql.raw(`'${kind}'`)} then ${words(groupsOf[kind])}`,
);

/** All groups that an entity of the kind of a row can have. */
const allGroups = sql`case kind ${sql.join(lists, sql` `)} end`;

const from = sql`${parameter("from")}::bigint`;
/** How far the client has read. */
export const position = sql`${parameter("position")}::bigint`;

/** The groups of a row that changed after the cursor. By subscript: an array filled in places need not begin at 1. */
export const groupsChanged = sql`case
  when state = 'deleted' then ${words(["lifecycle"])}
  when created_sequence > ${from} then ${allGroups}
  else array(
    select word from unnest(${words(changeGroups)}) with ordinality listed (word, place)
    where groups[place] > ${from} order by place)
  end`;

/** What happened to a row's entity after the cursor. */
export const op = sql`case
  when state <> 'live' then state::text
  when created_sequence > ${from} then 'created'
  else 'updated'
  end`;

const rankings = Object.entries(trendingEntityIds).map(
  ([name, id]) => sql`when ${sql.raw(`'${id}'`)} then ${sql.raw(`'${name}'`)}`,
);

/** The public id of a row; the rankings go by their names. */
export const publicId = sql`case entity_id ${sql.join(rankings, sql` `)}
  else kind || '_' || replace(entity_id::text, '-', '')
  end`;

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
    or (created_sequence > ${from} and ${allGroups} && ${parameter("groups")}::text[])
    or exists (select from unnest(${parameter("places")}::int[]) place where groups[place] > ${from})
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
