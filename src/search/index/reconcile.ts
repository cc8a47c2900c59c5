import { sql } from "drizzle-orm";
import { array } from "~/db/sql";
import { kindNumber, searchedKinds } from "~/search/kinds";
import type { KnownDocument } from "./client";
import { type EntityHash, firstId, hashesAfter } from "./documents";
import { mark, type Place } from "./outbox";
import type { Workplace } from "./rebuild";
import { noteReconciled } from "./state";

/**
 * Compares every entity with its document by their hashes, page by page, and marks what differs, is
 * missing or is too much, for the relay to repair (F33). What waits in the outbox anyway is no drift.
 * Yields between pages; returns how many differed.
 */
export async function* reconcile(place: Workplace): AsyncGenerator<void, number> {
  const { db, meili, index, page } = place;
  let drift = 0;
  let found = 0;
  for (let after = firstId; ; ) {
    const entities = await hashesAfter(db, after, page);
    const last = entities.at(-1);
    if (last === undefined) break;
    const known = new Map(
      (
        await meili.documents(
          index,
          entities.map(({ id }) => id),
        )
      ).map(({ id, hash }) => [id, hash]),
    );
    found += known.size;
    const different = entities.filter(
      ({ id, hash, pending }) => !pending && known.get(id) !== hash,
    );
    drift += different.length;
    await mark(db, different.map(asPlace));
    after = last.id;
    yield;
  }
  // Other than those just found: some have no entity.
  if ((await meili.count(index)) !== found) drift += yield* markSurplus(place);
  await noteReconciled(db, drift);
  return drift;
}

const asPlace = ({ id, kind }: EntityHash): Place => ({ entity_kind: kind, entity_id: id });

async function* markSurplus({ db, meili, index, page }: Workplace): AsyncGenerator<void, number> {
  let drift = 0;
  for (let offset = 0; ; offset += page) {
    const documents = await meili.page(index, offset, page);
    if (documents.length === 0) return drift;
    const rows = await db.execute<{ id: string }>(sql`
      select id from unnest(${array(ids(documents), "uuid")}) id
      where not exists (select from search_name n where n.entity_id = id)
        and not exists (select from search_outbox o where o.entity_id = id)`);
    const surplus = new Set(rows.map(({ id }) => id));
    drift += surplus.size;
    await mark(db, documents.filter(({ id }) => surplus.has(id)).map(surplusPlace));
    yield;
  }
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ids = (documents: readonly KnownDocument[]): string[] =>
  documents.map(({ id }) => id).filter((id) => isUuid.test(id));

/** The kind only tells entries of the outbox apart; a document of a strange kind counts as the first. */
const surplusPlace = ({ id, kind }: KnownDocument): Place => ({
  entity_kind: kindNumber(searchedKinds.find((known) => known === kind) ?? "movie"),
  entity_id: id,
});
