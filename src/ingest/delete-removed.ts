import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { inTransaction } from "~/db/transaction";
import type { RemovableKind } from "~/vocabulary";

/** What belongs to a kind of record beside what goes with its row. */
type Deletion = {
  /** The row with `external_id` and `removed_at`, to be locked. */
  record: (id: string) => SQL;
  /** The fetches of the record and its parts, as rows of kind and external id in the form that jobs use. */
  fetches: (id: string) => SQL;
  /** The owners of its artwork, as rows of one id. */
  owners: (id: string) => SQL;
  /** The statements that end with the record itself. */
  statements: (id: string) => SQL[];
};

const ofTitle = (table: SQL) => ({
  record: (id: string) => sql`
    select titles.id, removed_at is not null as removed from titles join ${table} title on title.id = titles.id
    where titles.id = ${id} for update`,
  // Everything that belongs to a title goes with it: seasons, credits, ratings, entries of watchlists.
  statements: (id: string) => [sql`delete from titles where id = ${id}`],
});

const itself = (id: string) => sql`select ${id}::uuid as id`;

const deletions: Record<RemovableKind, Deletion> = {
  movie: {
    ...ofTitle(sql`movies`),
    fetches: (id) =>
      sql`select 'movie' as kind, external_id::text as external_id from titles where id = ${id}`,
    owners: itself,
  },
  series: {
    ...ofTitle(sql`series`),
    fetches: (id) => sql`
      select 'series' as kind, external_id::text as external_id from titles where id = ${id}
      union all
      select 'season', titles.external_id || ':' || season_number
      from titles join seasons on series_id = titles.id where titles.id = ${id}`,
    owners: (id) => sql`
      ${itself(id)} union all select id from seasons where series_id = ${id}
      union all select id from episodes where series_id = ${id}`,
  },
  person: {
    record: (id) =>
      sql`select removed_at is not null as removed from people where id = ${id} for update`,
    fetches: (id) =>
      sql`select 'person' as kind, external_id::text as external_id from people where id = ${id}`,
    owners: itself,
    statements: (id) => [
      sql`delete from credits where person_id = ${id}`,
      sql`delete from episode_credits where person_id = ${id}`,
      sql`delete from people where id = ${id}`,
    ],
  },
  collection: {
    record: (id) =>
      sql`select removed_at is not null as removed from collections where id = ${id} for update`,
    fetches: (id) =>
      sql`select 'collection' as kind, external_id::text as external_id from collections where id = ${id}`,
    owners: itself,
    statements: (id) => [
      // In the order of ids, as every writer of several movies locks them.
      sql`with left_behind as (
          select id from movies where collection_id = ${id} order by id for no key update)
        update movies set collection_id = null, updated_at = now() from left_behind where movies.id = left_behind.id`,
      sql`delete from collections where id = ${id}`,
    ],
  },
};

/**
 * Deletes a removed record for good, with everything that belongs to it, in one transaction; `id` is a UUID. Its
 * job stays, and a later one stores the record anew. Nothing is deleted of a record that is not removed.
 */
export function deleteRemoved(
  db: Db,
  kind: RemovableKind,
  id: string,
): Promise<"deleted" | "not_removed" | "not_found"> {
  const { record, fetches, owners, statements } = deletions[kind];
  return inTransaction(db, async (tx) => {
    const [found] = await tx.execute<{ removed: boolean }>(record(id));
    if (found === undefined) return "not_found";
    if (!found.removed) return "not_removed";
    await tx.execute(sql`
      delete from provenance stored using (${fetches(id)}) fetched
      where stored.provider = 'tmdb' and stored.kind = fetched.kind::job_kind and stored.external_id = fetched.external_id`);
    await tx.execute(
      sql`delete from artwork using (${owners(id)}) owner where owner_id = owner.id`,
    );
    for (const statement of statements(id)) await tx.execute(statement);
    return "deleted";
  });
}
