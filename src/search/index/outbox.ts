import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";
import { nilUuid } from "~/search/names";
import { documentsOf } from "./documents";
import type { RelayContext } from "./relay-context";

/** An entity of the catalog, by the number of its kind (see kinds.ts) and its UUID. */
export type EntityKey = { entity_kind: number; entity_id: string };

/** An entity whose document may be out of date. `gen` is new after every change of the entity. */
type OutboxEntry = EntityKey & { gen: string };

/**
 * The position in the outbox after which the next drain continues, so that entities that change often
 * do not delay the others; `size` is how many entries it reads.
 */
export type OutboxCursor = { after: EntityKey | undefined; size: number };

/**
 * Reads entries of the outbox, sends the current documents of their entities, waits for the tasks and
 * removes the entries at the generation that was read. After any failure the entries remain and are
 * sent again; sending a document twice changes nothing. Returns how many entries were sent.
 */
export async function drainOutbox(context: RelayContext, cursor: OutboxCursor): Promise<number> {
  const { db, meili, targets, waitForTask } = context;
  const entries = await readOutbox(db, cursor.after, cursor.size);
  cursor.after = entries.length < cursor.size ? undefined : entries.at(-1);
  if (entries.length === 0) return 0;
  const ids = entries.map(({ entity_id }) => entity_id);
  const documents = await documentsOf(db, ids);
  const existing = new Set(documents.map(({ id }) => id));
  const deleted = ids.filter((id) => !existing.has(id));
  const tasks: number[] = [];
  const send = async (enqueue: Promise<number>) => {
    const uid = await enqueue;
    context.onTask(uid);
    tasks.push(uid);
  };
  for (const target of targets) {
    if (documents.length > 0) await send(meili.put(target, documents));
    if (deleted.length > 0) await send(meili.remove(target, deleted));
  }
  for (const uid of tasks) await waitForTask(uid);
  await removeFromOutbox(db, entries);
  return entries.length;
}

/** Up to `limit` entries after a key, in the order of keys; from the start without a key. */
async function readOutbox(
  db: Db,
  after: EntityKey | undefined,
  limit: number,
): Promise<OutboxEntry[]> {
  const from = after ?? { entity_kind: 0, entity_id: nilUuid };
  const rows = await db.execute<OutboxEntry>(sql`
    select entity_kind, entity_id, gen::text as gen from search_outbox
    where (entity_kind, entity_id) > (${from.entity_kind}::smallint, ${from.entity_id}::uuid)
    order by entity_kind, entity_id limit ${limit}`);
  return [...rows];
}

/**
 * Removes entries that were sent, except those that have a newer generation. An entry that another
 * relay removed in the meantime is added again: the index may hold the older of the two documents.
 */
async function removeFromOutbox(db: Db, sent: readonly OutboxEntry[]): Promise<void> {
  await db.execute(sql`
    with sent as materialized (select * from ${asRows(sent)}),
    settled as (
      delete from search_outbox o using sent s
      where o.entity_kind = s.entity_kind and o.entity_id = s.entity_id and o.gen = s.gen
    )
    insert into search_outbox (entity_kind, entity_id)
    select s.entity_kind, s.entity_id from sent s where not exists (
      select from search_outbox o where o.entity_kind = s.entity_kind and o.entity_id = s.entity_id)
    order by 1, 2 on conflict do nothing`);
}

const asRows = (entries: readonly OutboxEntry[]): SQL => sql`unnest(
  ${numbers(entries.map(({ entity_kind }) => entity_kind))}::smallint[],
  ${array(
    entries.map(({ entity_id }) => entity_id),
    "uuid",
  )},
  ${numbers(entries.map(({ gen }) => gen))}::bigint[]) u(entity_kind, entity_id, gen)`;

const numbers = (values: readonly (number | string)[]): string => `{${values.join(",")}}`;

/** Adds entities to the outbox, as a catalog write does, even when nothing about them has changed. */
export async function addToOutbox(db: Db, entities: readonly EntityKey[]): Promise<void> {
  if (entities.length === 0) return;
  await db.execute(sql`select search_mark(
    ${numbers(entities.map(({ entity_kind }) => entity_kind))}::smallint[],
    ${array(
      entities.map(({ entity_id }) => entity_id),
      "uuid",
    )})`);
}
