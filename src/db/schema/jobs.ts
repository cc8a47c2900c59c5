import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { JobErrorCode, TitleKind } from "~/vocabulary";
import { id, jobKind, jobStatus, moment, stamps } from "./columns";

export type JobParams = { include_seasons?: boolean };
export type JobOutcome = "created" | "updated" | "unchanged";
export type JobResult = {
  entity_kind:
    | TitleKind
    | "season"
    | "collection"
    | "person"
    | "trending"
    | "search_index"
    | "change_list";
  entity_id: string | null;
  outcome: JobOutcome;
  warnings: string[];
};
export type JobError = { code: JobErrorCode; message: string; retryable: boolean };
export type JobFailure = JobError & { at: string; run: number; attempt: number };

/** The job queue: one record per kind and external id, which is kept and used again. */
export const jobs = pgTable(
  "jobs",
  {
    id: id(),
    kind: jobKind().notNull(),
    external_id: text().notNull(),
    status: jobStatus().notNull().default("queued"),
    /** Of the jobs that are due, the lowest number is claimed first; see jobPriorities. */
    priority: smallint().notNull().default(0),
    /** Number of the current or latest run; requesting a finished job again starts the next one. */
    run: integer().notNull().default(1),
    params: jsonb().$type<JobParams>().notNull().default({}),
    /** Set if another run was requested during the running one. */
    next_params: jsonb().$type<JobParams>(),
    attempts: integer().notNull().default(0),
    max_attempts: integer().notNull().default(5),
    /** Waits for an unreachable provider, which do not count as attempts, and the time of the first. */
    snoozes: integer().notNull().default(0),
    first_snoozed_at: moment(),
    progress_done: integer().notNull().default(0),
    progress_total: integer().notNull().default(0),
    result: jsonb().$type<JobResult>(),
    error: jsonb().$type<JobError>(),
    failures: jsonb().$type<JobFailure[]>().notNull().default([]),
    parent_id: uuid(),
    lease_token: uuid(),
    lease_until: moment(),
    next_attempt_at: moment(),
    started_at: moment(),
    finished_at: moment(),
    ...stamps(),
  },
  (t) => [
    unique().on(t.kind, t.external_id),
    index("jobs_next")
      .on(t.priority, t.next_attempt_at, t.id)
      .where(sql`status = 'queued'`)
      .concurrently(),
    index("jobs_leased").on(t.lease_until).where(sql`status = 'running'`),
    index().on(t.parent_id),
    // For the operator's lists and counts.
    index("jobs_by_status").on(t.status, t.kind, t.id),
    check("jobs_lease_while_running", sql`(status = 'running') = (lease_token is not null)`),
    check("jobs_lease_has_an_end", sql`(lease_token is null) = (lease_until is null)`),
    check("jobs_due_while_queued", sql`(status = 'queued') = (next_attempt_at is not null)`),
    check(
      "jobs_finished_at_when_final",
      sql`(status in ('succeeded', 'failed', 'canceled')) = (finished_at is not null)`,
    ),
    check("jobs_next_run_while_running", sql`next_params is null or status = 'running'`),
  ],
);

/** Time slots of a schedule: the replica that inserts the row runs the slot. */
export const cron_slots = pgTable(
  "cron_slots",
  { name: text().notNull(), slot: moment().notNull(), taken_at: moment().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.name, t.slot] })],
);
