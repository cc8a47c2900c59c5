import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import type { DatabaseAddress, Db } from "~/db/client";
import { openDeps } from "~/deps";
import { enqueueAll } from "~/jobs/queue";
import { startWorkers } from "~/worker";
import { inScratch } from "../scratch";
import type { Provider } from "./provider";

/** The cost of one phase: titles per second, and milliseconds of CPU per title of both sides. */
export type Cost = {
  rate: number;
  /** Of this process with its worker threads. */
  service_ms: number;
  /** Of the database's backends; NaN when PostgreSQL runs on another machine. */
  postgres_ms: number;
};

export type Measured = {
  /** Titles that were new to the catalog. */
  first: Cost;
  /** The same titles with the same payloads, again. */
  unchanged: Cost;
  /** Again, but read and compared as if the payloads were others. */
  compared: Cost;
  /** Calls to the provider for each new title. */
  calls: number;
  /** Transactions that PostgreSQL rolled back as deadlocked. */
  deadlocks: number;
  /** What a new title takes on disk with all that belongs to it, and what of it keeps it fresh and told, in kB. */
  disk_kb: { all: number; upkeep: number };
};

const TICKS_PER_SECOND = 100;

/** Milliseconds of CPU that the backends of this database have used so far; those that ended are left out. */
async function backendsCpu(db: Db): Promise<number> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database()`);
  const ticks = rows.map(({ pid }) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      return Number.NaN;
    }
  });
  return (ticks.reduce((sum, value) => sum + value, 0) * 1_000) / TICKS_PER_SECOND;
}

async function costOf(db: Db, titles: number, work: () => Promise<unknown>): Promise<Cost> {
  const postgres = await backendsCpu(db);
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    rate: (titles * 1_000) / (performance.now() - start),
    service_ms: (user + system) / 1_000 / titles,
    postgres_ms: ((await backendsCpu(db)) - postgres) / titles,
  };
}

/** The kB of the whole database, and of the tables of the feed, of refreshing, of references and of provenance. */
async function diskOf(db: Db): Promise<Measured["disk_kb"]> {
  const [row] = await db.execute<Measured["disk_kb"]>(sql`
    select pg_database_size(current_database())::float8 / 1000 as all, (
      select sum(pg_total_relation_size(oid))::float8 / 1000 from pg_class
      where relname in ('changes', 'changes_pending', 'refresh_state', 'external_refs', 'provenance')
    ) as upkeep`);
  return row ?? { all: Number.NaN, upkeep: Number.NaN };
}

/** Resolves when no job is left; throws if one failed or was tried twice. */
async function ended(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ open: boolean; wrong: string | null }>(sql`
      select exists (select from jobs where status in ('queued', 'running')) as open,
        (select coalesce(error, failures)::text from jobs
          where status = 'failed' or jsonb_array_length(failures) > 0 limit 1) as wrong`);
    if (row?.wrong) throw new Error(`a job went wrong: ${row.wrong}`);
    if (!row?.open) return;
    await Bun.sleep(20);
  }
}

const requests = (ids: readonly number[]) =>
  ids.map((id) => ({ kind: "movie" as const, external_id: String(id) }));

/** Enqueues the movies with these ids and resolves when all of them have succeeded. */
export async function ingestAll(db: Db, ids: readonly number[]): Promise<void> {
  await enqueueAll(db, requests(ids));
  await ended(db);
}

/** Worker threads on a database, as in the service, that fetch from this provider. */
export async function withWorkers<T>(
  address: DatabaseAddress,
  provider: Provider,
  { threads, plan = false }: Pick<Measuring, "threads" | "plan">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const config = loadConfig({
    LOG_LEVEL: "warn",
    TMDB_BASE_URL: provider.base_url,
    TMDB_API_TOKEN: "token",
    PROVIDER_RPS: "100000",
    WORKER_CONCURRENCY: String(threads),
  });
  const deps = openDeps(config, address, "http");
  const workers = startWorkers(deps, address, { schedule: false, plan });
  await workers.ready;
  try {
    return await work(deps.db);
  } finally {
    await workers.stop(5_000);
    await deps.close();
  }
}

type Measuring = {
  threads: number;
  titles: number;
  /** Whether the planner works meanwhile. */
  plan?: boolean;
  /** Runs on the empty database. */
  prepare?: (db: Db) => Promise<void>;
};

/**
 * What `titles` movies cost on a new database: the first time, and again unchanged. The database is on the
 * server of DATABASE_URL, otherwise on an embedded one with its durable settings.
 */
export const measureIngestion = (
  provider: Provider,
  { threads, titles, plan, prepare }: Measuring,
): Promise<Measured> =>
  inScratch("bench_ingest", false, async ({ address, db: before }) => {
    await prepare?.(before);
    return withWorkers(address, provider, { threads, ...(plan && { plan }) }, async (db) => {
      const ids = Array.from({ length: titles }, (_, index) => 1_000_000 + index);
      const before = await provider.calls();
      const empty = await diskOf(db);
      const first = await costOf(db, titles, () => ingestAll(db, ids));
      const calls = ((await provider.calls()) - before) / titles;
      const full = await diskOf(db);
      const disk_kb = {
        all: (full.all - empty.all) / titles,
        upkeep: (full.upkeep - empty.upkeep) / titles,
      };
      const unchanged = await costOf(db, titles, () => ingestAll(db, ids));
      await db.execute(sql`update provenance set payload_hash = ''`);
      const compared = await costOf(db, titles, () => ingestAll(db, ids));
      const [row] = await db.execute<{ deadlocks: number }>(sql`
        select deadlocks::int from pg_stat_database where datname = current_database()`);
      return { first, unchanged, compared, calls, disk_kb, deadlocks: row?.deadlocks ?? 0 };
    });
  });
