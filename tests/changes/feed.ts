import { sql } from "drizzle-orm";
import { numberChanges } from "~/changes/numberer";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";
import { type ChangeGroup, type ChangeKind, changeGroups } from "~/vocabulary";

export type Entry = {
  kind: ChangeKind;
  entity_id: string;
  sequence: number;
  created_sequence: number;
  state: "live" | "removed" | "deleted";
  external_id: number | null;
  parent_id: string | null;
  groups: (number | null)[];
};

/** Numbers everything that is committed. */
export async function numberAll(db: Db, most?: number): Promise<void> {
  while ((await numberChanges(db, most)) !== 0);
}

export const headOf = async (db: Db): Promise<number> =>
  only(await db.execute<{ n: number }>(sql`select sequence::float8 as n from change_counter`)).n;

/** A page of what changed after `since`, in the order of the numbers. */
export async function pageAfter(db: Db, since: number, most = 1_000_000): Promise<Entry[]> {
  return db.execute<Entry>(sql`
    select kind, entity_id, sequence::float8 as sequence, created_sequence::float8 as created_sequence, state,
      external_id, parent_id, to_json(groups) as groups
    from changes where sequence > ${since} order by changes.sequence limit ${most}`);
}

/** The groups of an entry that changed after `since`; "created" if it came after that. */
export function groupsSince(entry: Entry, since: number): ChangeGroup[] | "created" | "deleted" {
  if (entry.state === "deleted") return "deleted";
  if (entry.created_sequence > since) return "created";
  return changeGroups.filter((_, place) => (entry.groups[place] ?? 0) > since);
}

/** What `work` changes, as "kind groups" or "kind created", sorted. */
export async function changesOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  await numberAll(db);
  const since = await headOf(db);
  await work();
  await numberAll(db);
  return (await pageAfter(db, since))
    .map((entry) => `${entry.kind} ${[groupsSince(entry, since)].flat().join(" ")}`)
    .toSorted();
}

const stamped = ["movies", "series", "seasons", "episodes", "people", "collections", "companies"];

/** `updated_at` of everything that has one, or of these records, by id. */
export async function stamps(db: Db, ids?: readonly string[]): Promise<Map<string, string>> {
  const which = ids === undefined ? "" : `where id = any('{${ids.join()}}')`;
  const each = stamped.map((table) => `select id, updated_at::text as at from ${table} ${which}`);
  const rows = await db.execute<{ id: string; at: string }>(sql.raw(each.join(" union all ")));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The entities that are in the catalog, as "kind id state". */
export async function catalogEntities(db: Db): Promise<string[]> {
  const rows = await db.execute<{ text: string }>(sql`
    select kind || ' ' || id || case when is_removed then ' removed' else ' live' end as text from catalog_entities`);
  return rows.map(({ text }) => text).toSorted();
}

/** The entities that the feed says are in the catalog, in the form of {@link catalogEntities}. */
export const entitiesOf = (entries: Iterable<Entry>): string[] =>
  [...entries]
    .filter(({ state }) => state !== "deleted")
    .map(({ kind, entity_id, state }) => `${kind} ${entity_id} ${state}`)
    .toSorted();
