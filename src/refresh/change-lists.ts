import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { array, only } from "~/db/sql";
import { inTransaction } from "~/db/transaction";
import type { RunningJob } from "~/jobs/lease";
import { enqueue } from "~/jobs/queue";
import { type Settled, succeed, waitLonger } from "~/jobs/settlement";
import {
  type ChangeListKind,
  changeListKinds,
  fetchChanges,
  type ProviderChanges,
  readChanges,
} from "~/provider/changes";
import type { Provider } from "~/provider/http/client";
import { jobPriorities } from "~/vocabulary";
import type { Step } from "./planner";

/** The provider lists the changes of so many days. */
const DAYS = 14;

/** After so many pages the job goes back to the queue, so that no attempt takes too long. */
const PAGES_OF_AN_ATTEMPT = 100;

/** Requests a reading of each list every `every` seconds, unless the one before goes on. */
export const changeLists = (every: number): Step => {
  const due = sql`
    from change_lists where (requested_at is null or requested_at <= now() - make_interval(secs => ${every}))
      and not exists (
        select from jobs where jobs.kind = 'changes' and jobs.external_id = change_lists.kind::text
          and status in ('queued', 'running'))`;
  return {
    name: "lists of changes",
    isDue: sql`select exists (select ${due})`,
    act: async (tx) => {
      const lists = await tx.execute<{ kind: ChangeListKind }>(sql`select kind ${due}`);
      for (const { kind } of lists) {
        await tx.execute(sql`update change_lists set requested_at = now() where kind = ${kind}`);
        const priority = jobPriorities.planner;
        await enqueue(tx, { kind: "changes", external_id: kind, priority });
      }
    },
  };
};

type Reading = { began_at: string; today: string; day: string | null; page: number };

/** What a reading needs; the provider counts each call as planned. */
export type ReadingDeps = { db: Db; provider: Provider };

/**
 * Reads the list of a kind, day by day and page by page, from the day before the last complete reading. Each
 * page is kept with the place of the next one, so that an attempt goes on where the last one stopped; what
 * the list names becomes due when all of it is read. Throws ProviderError.
 */
export async function readChangeList(
  { db, provider }: ReadingDeps,
  job: RunningJob,
  { signal, progress }: { signal: AbortSignal; progress: (done: number, total: number) => void },
): Promise<Settled> {
  const kind = kindOf(job);
  const reading = await begin(db, kind);
  let place = reading.day === null ? undefined : { day: reading.day, page: reading.page };
  for (let read = 0; place !== undefined; read += 1) {
    signal.throwIfAborted();
    if (read === PAGES_OF_AN_ATTEMPT) return waitLonger(db, job, 0);
    const response = await fetchChanges(provider, kind, place);
    const changes = readChanges(response.body());
    const next = placeAfter(place, changes, reading.today);
    await keep(db, { kind, ...place, next, reading, external_ids: changes.external_ids });
    progress(place.page, changes.pages);
    place = next;
  }
  return inTransaction(db, async (tx) => {
    const enqueued = await complete(tx, kind, reading);
    const outcome = enqueued > 0 ? "updated" : "unchanged";
    return succeed(tx, job, { entity_kind: "change_list", entity_id: null, outcome, warnings: [] });
  });
}

function kindOf({ external_id }: RunningJob): ChangeListKind {
  const kind = changeListKinds.find((each) => each === external_id);
  if (kind === undefined) throw new RangeError("There is no list of changes of this kind.");
  return kind;
}

type Place = { day: string; page: number };

function placeAfter({ day, page }: Place, { pages }: ProviderChanges, today: string) {
  if (page < pages) return { day, page: page + 1 };
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return next > today ? undefined : { day: next, page: 1 };
}

/**
 * Begins a reading, or goes on with the one that was requested last. Without an earlier reading it covers
 * the days since the oldest fetch; `day` is null if nothing was ever fetched.
 */
async function begin(db: Db, kind: ChangeListKind): Promise<Reading> {
  const rows = await db.execute<Reading>(sql`
    update change_lists set began_at = started.at, next_day = started.day, next_page = started.page,
      named_so_far = started.named
    from (
      select is_resumed, case when is_resumed then began_at else now() end as at,
        case when is_resumed then next_day when since is not null then greatest(today - ${DAYS - 1}::int, since - 1) end as day,
        case when is_resumed then next_page else 1 end as page,
        case when is_resumed then named_so_far else 0 end as named
      from (
        select *, coalesce(next_day is not null and began_at >= requested_at, false) as is_resumed,
          (now() at time zone 'UTC')::date as today,
          coalesce(through_day, (
            select min(last_fetched_at at time zone 'UTC')::date from refresh_state where refresh_state.kind = ${kind}
          )) as since
        from change_lists where kind = ${kind}
      ) list
    ) started
    where kind = ${kind}
    returning change_lists.began_at::text, next_day::text as day, next_page as page,
      (change_lists.began_at at time zone 'UTC')::date::text as today`);
  return only(rows);
}

type Page = Place & {
  kind: ChangeListKind;
  next: Place | undefined;
  reading: Reading;
  external_ids: number[];
};

/** Keeps which records of the catalog a page names, and the place of the next one. */
const keep = (db: Db, { kind, day, next, reading, external_ids }: Page) =>
  db.execute(sql`
    with named as (
      insert into change_list_entries (kind, day, external_id, named_at)
      select ${kind}, ${day}::date, named.external_id, ${reading.began_at}::timestamptz
      from unnest(${array(external_ids, "text")}) named(external_id)
      join refresh_state on refresh_state.kind = ${kind} and refresh_state.external_id = named.external_id
      order by named.external_id
      on conflict do nothing
    )
    update change_lists set next_day = ${next?.day ?? null}::date, next_page = ${next?.page ?? null}::int,
      named_so_far = named_so_far + ${external_ids.length}
    where kind = ${kind} and began_at = ${reading.began_at}::timestamptz`);

/**
 * Makes due what was named for the first time for its day, unless it was fetched since the reading that did
 * began. Returns how many records that are.
 */
async function complete(tx: Db, kind: ChangeListKind, { began_at, today }: Reading) {
  const rows = await tx.execute<{ enqueued: number }>(sql`
    with named as (
      update change_list_entries set applied = true where kind = ${kind} and not applied
      returning external_id, named_at
    ),
    due as (
      select state.kind, state.external_id
      from (select external_id, max(named_at) as named_at from named group by external_id) named
      join refresh_state state on state.kind = ${kind} and state.external_id = named.external_id
      where state.last_fetched_at is null or state.last_fetched_at < named.named_at
      order by state.kind, state.external_id for update of state
    ),
    changed as (
      update refresh_state set next_refresh_at = least(next_refresh_at, now())
      from due where refresh_state.kind = due.kind and refresh_state.external_id = due.external_id
      returning refresh_state.external_id
    ),
    forgotten as (delete from change_list_entries where kind = ${kind} and day < ${today}::date - ${2 * DAYS}::int)
    update change_lists set through_day = ${today}::date, read_at = now(), named = named_so_far,
      enqueued = (select count(*) from changed), next_day = null, next_page = null
    where kind = ${kind} and began_at = ${began_at}::timestamptz
    returning enqueued`);
  return rows[0]?.enqueued ?? 0;
}
