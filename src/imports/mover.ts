import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array } from "~/db/sql";
import { enqueueAll } from "~/jobs/queue";
import { type JobKind, jobPriorities } from "~/vocabulary";
import { isCarried } from "./create";
import { clearCanceled, settleEnded } from "./outcomes";
import { byKey } from "./plans";

/** Imported jobs that wait in the queue at a time, and entries that become jobs in one statement. */
const MOST_WAITING = 10_000;
const CHUNK = 1_000;

const priority = jobPriorities.import;

/** Whether there is anything to do for {@link moveEntries}. */
export const hasWork: SQL = sql`exists (select from imports where has_entries)`;

/**
 * One pass over the imports: notes which of their jobs have ended, then turns entries into jobs while few of
 * these wait; the imports take turns. Returns how many entries were moved. Runs in a transaction, and one at a
 * time: the planner sees to that.
 */
export async function moveEntries(tx: Db): Promise<number> {
  await tx.execute(byKey);
  await settleEnded(tx);
  await clearCanceled(tx);
  let moved = 0;
  for (let chunk = 1; chunk > 0; moved += chunk) chunk = await moveChunk(tx);
  return moved;
}

type Turn = {
  id: string;
  pending: number;
  moved_to: number;
  include_seasons: boolean;
  again: boolean;
  waiting: number;
};

/** Turns the next entries of the import whose turn it is into jobs, and returns how many. */
async function moveChunk(tx: Db): Promise<number> {
  const [turn] = await tx.execute<Turn>(sql`
    select id, pending, moved_to, include_seasons, again, (
        select count(*)::int from (
          select from jobs where status = 'queued' and priority = ${priority} limit ${MOST_WAITING}) imported
      ) as waiting
    from imports where has_entries and pending > 0 and paused_at is null
    order by moved_at nulls first, id limit 1 for update`);
  if (turn === undefined) return 0;
  if (turn.waiting + Math.min(CHUNK, turn.pending) > MOST_WAITING) return 0;
  const entries = await nextEntries(tx, turn);
  const wanted = entries.filter((entry) => !entry.known);
  const params = turn.include_seasons ? { include_seasons: true } : {};
  await enqueueAll(
    tx,
    wanted
      .filter((entry) => !entry.running)
      .map(({ kind, external_id }) => ({
        kind,
        external_id,
        priority,
        ...((kind === "series" || kind === "find") && { params }),
      })),
  );
  await recordMove(tx, turn, entries);
  return entries.length;
}

type Entry = { n: number; kind: JobKind; external_id: string; known: boolean; running: boolean };

/**
 * The next entries of an import. `known`: the record came into the catalog in the meantime; `running`: a job
 * that runs just now does all that is wanted.
 */
async function nextEntries(tx: Db, turn: Turn): Promise<Entry[]> {
  const rows = await tx.execute<Entry>(sql`
    select entry.n, entry.kind, entry.external_id,
      not ${turn.again} and (provenance.entity_id is not null or ${isCarried(sql`entry`)}) as known,
      coalesce(job.status = 'running'
        and (not ${turn.include_seasons} or job.params @> '{"include_seasons": true}'), false) as running
    from (
      select n, kind, external_id from import_entries
      where import_id = ${turn.id} and n > ${turn.moved_to} order by n limit ${CHUNK}
    ) entry
      left join provenance on provenance.provider = 'tmdb'
        and provenance.kind = entry.kind and provenance.external_id = entry.external_id
      left join jobs job on job.kind = entry.kind and job.external_id = entry.external_id
    order by entry.n`);
  return [...rows];
}

async function recordMove(tx: Db, { id, pending }: Turn, entries: readonly Entry[]): Promise<void> {
  const known = entries.filter((entry) => entry.known).map(({ n }) => n);
  const last = entries.at(-1)?.n ?? 0;
  // Only if rows were deleted by hand are there fewer than the import counts.
  const left = entries.length === 0 ? pending : entries.length;
  await tx.execute(sql`
    with dropped as (
      delete from import_entries where import_id = ${id} and n = any(${array(known, "int")}) returning 1
    )
    update imports set moved_to = greatest(moved_to, ${last}::int), moved_at = clock_timestamp(),
      pending = pending - ${left}::int, enqueued = enqueued + ${entries.length - known.length}::int,
      skipped = skipped + ${left - entries.length + known.length}::int, updated_at = now()
    where id = ${id}`);
}
