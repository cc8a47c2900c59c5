import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array, only } from "~/db/sql";

/** An entity whose document may be out of date, at the generation at which it was looked at. */
export type Marked = { entity_kind: number; entity_id: string; gen: string };

/** A place in the order of the outbox. */
export type Place = Pick<Marked, "entity_kind" | "entity_id">;

/** Up to `limit` entries after a place, in key order; without a place from the start. */
export async function takeMarked(
  db: Db,
  after: Place | undefined,
  limit: number,
): Promise<Marked[]> {
  const from = after ?? { entity_kind: 0, entity_id: "00000000-0000-0000-0000-000000000000" };
  const rows = await db.execute<Marked>(sql`
    select entity_kind, entity_id, gen::text as gen from search_outbox
    where (entity_kind, entity_id) > (${from.entity_kind}::smallint, ${from.entity_id}::uuid)
    order by entity_kind, entity_id limit ${limit}`);
  return [...rows];
}

/**
 * Takes entries away that the index has heard of, unless they were marked again since. An entry that
 * somebody else has taken away meanwhile comes back: what was sent last may not be what is newest (F16).
 */
export async function settleMarked(db: Db, sent: readonly Marked[]): Promise<void> {
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

const asRows = (sent: readonly Marked[]): SQL => sql`unnest(
  ${numbers(sent.map(({ entity_kind }) => entity_kind))}::smallint[],
  ${array(
    sent.map(({ entity_id }) => entity_id),
    "uuid",
  )},
  ${numbers(sent.map(({ gen }) => gen))}::bigint[]) u(entity_kind, entity_id, gen)`;

const numbers = (values: readonly (number | string)[]): string => `{${values.join(",")}}`;

/** Marks entities as every catalog write does, whether or not anything of them changed. */
export async function mark(db: Db, entities: readonly Place[]): Promise<void> {
  if (entities.length === 0) return;
  await db.execute(sql`select search_mark(
    ${numbers(entities.map(({ entity_kind }) => entity_kind))}::smallint[],
    ${array(
      entities.map(({ entity_id }) => entity_id),
      "uuid",
    )})`);
}

/** How many entities wait and, in seconds, for how long the first of them has. */
export async function backlog(db: Db): Promise<{ pending: number; lag_seconds: number }> {
  return only(
    await db.execute<{ pending: number; lag_seconds: number }>(sql`
      select count(*)::int as pending,
        coalesce(extract(epoch from now() - min(marked_at)), 0)::float8 as lag_seconds
      from search_outbox`),
  );
}
