import { type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import type { InvalidLine } from "~/db/schema";
import { array, only } from "~/db/sql";
import type { ImportKind } from "~/vocabulary";
import { byKey } from "./plans";
import type { Selection } from "./selection";

export type ImportRequest = {
  /** Unset: what the file tells. */
  kind?: ImportKind | undefined;
  source: string;
  include_seasons?: boolean | undefined;
  again?: boolean | undefined;
};

const CHUNK = 10_000;

/**
 * Stores an import with its entries in one transaction, so that it is whole or not there, and returns its
 * UUID. Left out are entries that are in the catalog, unless `again`, and those that another import still has
 * to fetch. Throws ImportRefused; `onStored` is told how many entries are done.
 */
export function createImport(
  db: Db,
  { kind: asked, source, include_seasons = false, again = false }: ImportRequest,
  selection: Selection,
  onStored: (done: number, all: number) => void = () => {},
): Promise<string> {
  const kind = selection.kind(asked);
  const { total, invalid, invalid_lines, chosen } = selection;
  const id = uuidv7();
  return db.transaction(async (tx) => {
    await tx.execute(byKey);
    await tx.execute(withTime);
    let pending = 0;
    let done = 0;
    for (const entries of selection.inOrder(CHUNK)) {
      pending += await storeEntries(tx, { id, kind, again, include_seasons }, done, entries);
      done += entries.length;
      onStored(done, chosen);
    }
    const counts = { total, invalid, pending, skipped: total - invalid - pending };
    await storeImport(tx, { id, kind, source, include_seasons, again, invalid_lines, ...counts });
    return id;
  });
}

/** A slow disk may take longer than a request may. */
const withTime = sql`select set_config('statement_timeout', '60s', true)`;

type Stored = { id: string; kind: ImportKind; again: boolean; include_seasons: boolean };

/** Stores entries that follow the first `before` ones, and returns how many are not left out. */
async function storeEntries(
  tx: Db,
  { id, kind, again, include_seasons }: Stored,
  before: number,
  entries: readonly string[],
): Promise<number> {
  const rows = await tx.execute<{ stored: number }>(sql`
    with given as (
      select ${before}::int + n as n, external_id,
        case when external_id like '%:%' then 'find' else ${kind} end::job_kind as kind
      from unnest(${array(entries, "text")}) with ordinality as given (external_id, n)
    ),
    stored as (
      insert into import_entries (import_id, n, kind, external_id)
      select ${id}::uuid, n, kind, external_id from given
      where not exists (
          select from import_entries other join imports on imports.id = other.import_id
          where other.kind = given.kind and other.external_id = given.external_id
            and canceled_at is null and imports.include_seasons >= ${include_seasons})
        and (${again} or not exists (
          select from provenance
          where provenance.provider = 'tmdb' and provenance.kind = given.kind
            and provenance.external_id = given.external_id and entity_id is not null))
        and (${again} or not ${isCarried(sql`given`)})
      returning 1
    )
    select count(*)::int as stored from stored`);
  return only(rows).stored;
}

/** Whether an entry is a find of what the catalog has: a record carries the id, such as imdb:tt0133093. */
export const isCarried = (entry: SQL): SQL => sql`case when ${entry}.kind = 'find' then exists (
    select from external_refs
    where external_refs.source = split_part(${entry}.external_id, ':', 1)::external_source
      and external_refs.value = split_part(${entry}.external_id, ':', 2)) else false end`;

type ImportRow = Stored & {
  source: string;
  invalid_lines: InvalidLine[];
  total: number;
  skipped: number;
  invalid: number;
  pending: number;
};

const storeImport = (tx: Db, row: ImportRow) =>
  tx.execute(sql`
    insert into imports (id, kind, source, include_seasons, again, total, skipped, invalid, pending,
      invalid_lines, has_entries, finished_at)
    values (${row.id}, ${row.kind}, ${row.source}, ${row.include_seasons}, ${row.again}, ${row.total},
      ${row.skipped}, ${row.invalid}, ${row.pending}, ${JSON.stringify(row.invalid_lines)}::text::jsonb,
      ${row.pending} > 0, case when ${row.pending} = 0 then now() end)`);
