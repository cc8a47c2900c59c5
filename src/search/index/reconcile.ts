import { sql } from "drizzle-orm";
import { array } from "~/db/sql";
import { kindNumber, searchedKinds } from "~/search/kinds";
import { nilUuid } from "~/search/names";
import type { IndexedDocument } from "./client";
import { type EntityHash, hashesAfter, isEntityId } from "./documents";
import { addToOutbox, type EntityKey } from "./outbox";
import type { RelayContext } from "./relay-context";
import { recordReconciled } from "./state";

/**
 * Compares every entity of the catalog with its document in the index, by hash and page by page. Adds
 * every document that differs, is missing or should not exist to the outbox, which repairs it. An
 * entity that is in the outbox already does not count as drift. Yields between pages; returns how many
 * documents were wrong.
 */
export async function* reconcile(context: RelayContext): AsyncGenerator<void, number> {
  const { db, meili, index, page } = context;
  let drift = 0;
  let matched = 0;
  for (let after = nilUuid; ; ) {
    const entities = await hashesAfter(db, after, page);
    const last = entities.at(-1);
    if (last === undefined) break;
    const ids = entities.map(({ id }) => id);
    const documents = await meili.documents(index, ids);
    const hashes = new Map(documents.map(({ id, hash }) => [id, hash]));
    matched += hashes.size;
    const different = entities.filter(
      ({ id, hash, pending }) => !pending && hashes.get(id) !== hash,
    );
    drift += different.length;
    await addToOutbox(db, different.map(keyOfEntity));
    after = last.id;
    yield;
  }
  // The index holds documents other than those of the entities above.
  if ((await meili.count(index)) !== matched) drift += yield* removeSurplus(context);
  await recordReconciled(db, drift);
  return drift;
}

const keyOfEntity = ({ id, kind }: EntityHash): EntityKey => ({ entity_kind: kind, entity_id: id });

/** Adds the documents that belong to no entity to the outbox; returns how many there are. */
async function* removeSurplus(context: RelayContext): AsyncGenerator<void, number> {
  const { db, meili, index, page } = context;
  let drift = 0;
  for (let offset = 0; ; offset += page) {
    const documents = await meili.page(index, offset, page);
    if (documents.length === 0) return drift;
    const ids = documents.map(({ id }) => id).filter(isEntityId);
    const rows = await db.execute<{ id: string }>(sql`
      select id from unnest(${array(ids, "uuid")}) id
      where not exists (select from search_name n where n.entity_id = id)
        and not exists (select from search_outbox o where o.entity_id = id)`);
    const surplus = new Set(rows.map(({ id }) => id));
    drift += surplus.size;
    await addToOutbox(db, documents.filter(({ id }) => surplus.has(id)).map(keyOfDocument));
    yield;
  }
}

/** The kind is only part of the entry's key, so an unknown kind may count as a movie. */
const keyOfDocument = ({ id, kind }: IndexedDocument): EntityKey => ({
  entity_kind: kindNumber(searchedKinds.find((known) => known === kind) ?? "movie"),
  entity_id: id,
});
