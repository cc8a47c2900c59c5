import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { ChangeGroup } from "~/vocabulary";
import type { Pipeline } from "../ingest/support";
import { isObject, type Json } from "../support/bodies/overrides";
import { groupsSince, headOf, numberAll, pageAfter, stamps } from "./feed";
import { ownOf } from "./own";

type Kind = "movie" | "series";

/** The same with each list in another order. */
export function turned(value: unknown): unknown {
  if (Array.isArray(value)) return [...value.slice(1), ...value.slice(0, 1)].map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, turned(item)]));
}

async function momentOf(db: Db, id: string | undefined): Promise<string | undefined> {
  return id === undefined ? undefined : (await stamps(db, [id])).get(id);
}

/**
 * Ingests each body in turn, and the last one twice; what is told of the title has to be the groups of what it
 * shows of its own that differ, and `updated_at` has to move then alone.
 */
export async function expectExact(
  pipeline: Pipeline,
  kind: Kind,
  external_id: number,
  bodies: readonly Json[],
): Promise<void> {
  const { db, provider } = pipeline;
  const idOf = async () =>
    (
      await db.execute<{ id: string }>(
        sql`select id from titles where kind = ${kind} and external_id = ${external_id}`,
      )
    )[0]?.id;
  for (const [round, body] of [...bodies, bodies.at(-1) ?? {}].entries()) {
    await numberAll(db);
    const since = await headOf(db);
    const [before, moment] = [await ownOf(db, kind, external_id), await momentOf(db, await idOf())];
    provider.serve(`/${kind === "movie" ? "movie" : "tv"}/${external_id}`, body);
    await db.execute(sql`
      update provenance set payload_hash = '' where kind = ${kind} and external_id = ${String(external_id)}`);
    await pipeline.ingest(kind, external_id);
    await numberAll(db);
    const [after, id] = [await ownOf(db, kind, external_id), await idOf()];
    const entry = (await pageAfter(db, since)).find((each) => each.entity_id === id);
    const changed = Object.keys(after).filter((group) => before[group] !== after[group]);
    const told = entry === undefined ? [] : groupsSince(entry, since);
    if (round === 0) expect(told).toBe("created");
    else expect([...told].toSorted()).toEqual(changed.toSorted() as ChangeGroup[]);
    expect((await momentOf(db, id)) !== moment).toBe(told.length > 0);
  }
}
