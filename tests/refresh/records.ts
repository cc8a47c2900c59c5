import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";
import type { RefreshedKind, RefreshTier } from "~/vocabulary";
import { uuid } from "../catalog/ids";

const DAY_MS = 86_400_000;

/** The date so many days from today, in UTC. */
export const dayFrom = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Fetch = {
  kind?: RefreshedKind;
  /** The n-th record; its id at the provider is n. */
  n: number;
  external_id?: string;
  /** How long ago, as an interval of PostgreSQL. */
  ago?: string;
  /** Another text is another payload. */
  payload?: string;
};

/** Records a fetch of a record, as an ingestion does at its end. */
export const givenFetch = (
  db: Db,
  { kind = "movie", n, external_id = String(n), ago = "0 s", payload = "same" }: Fetch,
) =>
  db.execute(sql`
    insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
    values (${kind}, ${external_id}, ${uuid(n)}, '/', ${payload}, 1, now() - ${ago}::interval, ${uuid(n)}, 1)
    on conflict (provider, kind, external_id) do update set payload_hash = excluded.payload_hash,
      fetched_at = excluded.fetched_at, missing_at = null`);

/** Many movies with ids from 1, that were fetched so long ago. */
export const givenMovies = (db: Db, count: number, ago: string) =>
  db.execute(sql`
    with ids as (select n, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, ${count}::int) n),
    titled as (insert into titles (id, kind, external_id) select id, 'movie', n from ids),
    listed as (insert into movies (id, title) select id, 'Movie ' || n from ids)
    insert into provenance (kind, external_id, entity_id, endpoint, payload_hash, reading, fetched_at, job_id, run)
    select 'movie', n, id, '/', '', 1, now() - ${ago}::interval, id, 1 from ids`);

/** What is planned for a record: its tier, and the hours from its last fetch and from now to the next. */
export async function planned(db: Db, kind: RefreshedKind, external_id: number | string) {
  const rows = await db.execute<{
    tier: RefreshTier;
    after: number;
    in: number;
    unchanged: number;
  }>(sql`
    select tier, unchanged, extract(epoch from next_refresh_at - last_fetched_at)::float8 / 3600 as after,
      extract(epoch from next_refresh_at - now())::float8 / 3600 as "in"
    from refresh_state where kind = ${kind} and external_id = ${String(external_id)}`);
  return only(rows);
}

/** Lets so much time pass (days, or less than one) for all records, lists and calls, by moving what is stored into the past. */
export const sleep = (db: Db, time: string) =>
  db.execute(sql`
    with states as (
      update refresh_state set next_refresh_at = next_refresh_at - ${time}::interval,
        last_fetched_at = last_fetched_at - ${time}::interval),
    lists as (
      update change_lists set requested_at = requested_at - ${time}::interval,
        began_at = began_at - ${time}::interval, read_at = read_at - ${time}::interval,
        through_day = through_day - extract(day from ${time}::interval)::int),
    entries as (
      update change_list_entries set named_at = named_at - ${time}::interval,
        day = day - extract(day from ${time}::interval)::int)
    update planned_calls set second = second - ${time}::interval`);

/** As if the lists of changes had just been read. */
export const listsRead = (db: Db) =>
  db.execute(sql`
    update change_lists set requested_at = now(), began_at = now(), read_at = now(),
      through_day = (now() at time zone 'UTC')::date`);

/** Expects hours to be those of an interval, which is spread by a tenth and never beyond 150 days. */
export function expectAfter(hours: number, interval: number): void {
  expect(hours).toBeGreaterThan(0.899 * interval);
  expect(hours).toBeLessThanOrEqual(Math.min(1.101 * interval, 150 * 24) + 0.001);
}
