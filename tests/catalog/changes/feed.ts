import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { type ChangeGroup, type ChangeKind, changeGroups, type LifecycleState } from "~/vocabulary";
import { uuid } from "../ids";

/** What a test tells of one entity; without groups it is new. */
export type Told = {
  kind?: ChangeKind;
  n: number;
  groups?: readonly ChangeGroup[];
  state?: LifecycleState;
  external_id?: number | null;
  parent?: number;
};

/**
 * Numbers these changes in one transaction, as the numberer does, and notifies. An entity that is told without
 * groups is created.
 */
export async function tell(db: Db, ...list: readonly Told[]): Promise<void> {
  await db.transaction(async (tx) => {
    const [counter] = await tx.execute<{ sequence: string }>(
      sql`select sequence from change_counter for update`,
    );
    let sequence = Number(counter?.sequence);
    for (const told of list) await write(tx, told, ++sequence);
    await tx.execute(sql`update change_counter set sequence = ${sequence}`);
    await tx.execute(sql`notify changes`);
  });
}

async function write(db: Db, told: Told, sequence: number): Promise<void> {
  const { kind = "movie", n, groups, state = "live", external_id = n, parent } = told;
  const isNew = groups === undefined && state !== "deleted";
  const places = (groups ?? []).map((group) => changeGroups.indexOf(group) + 1);
  const assignments = places.map(
    (place) =>
      sql`groups[${sql.raw(String(place))}] = ${sequence}, group_times[${sql.raw(String(place))}] = now()`,
  );
  if (!isNew) {
    const rest = assignments.length > 0 ? sql`, ${sql.join(assignments, sql`, `)}` : sql``;
    await db.execute(sql`update changes set sequence = ${sequence}, state = ${state}, changed_at = now() ${rest}
      where kind = ${kind} and entity_id = ${uuid(n)}`);
    return;
  }
  await db.execute(sql`
    insert into changes (kind, entity_id, sequence, created_sequence, state, changed_at, created_at, external_id, parent_id, groups, group_times)
    values (${kind}, ${uuid(n)}, ${sequence}, ${sequence}, ${state}, now(), now(), ${external_id},
      ${parent === undefined ? null : uuid(parent)}, '{}', '{}')`);
}
