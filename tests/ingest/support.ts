import { sql } from "drizzle-orm";
import { getJob, type JobView } from "~/admin/jobs/view";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";
import { handlers } from "~/ingest/handlers";
import { enqueue, type JobRequest } from "~/jobs/queue";
import { openProvider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";
import type { JobKind } from "~/vocabulary";
import { WakeSignal } from "~/wake-signal";
import { runLoop } from "~/workers/loop";
import { type TestDatabase, testDatabase } from "../support/database";
import { type StandIn, standIn } from "../support/provider";
import { type TestService, testService } from "../support/service";

type Options = { loops?: number; timeout_ms?: number; languages?: readonly string[] };

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * The whole path of a title in this process: a stand-in provider over HTTP, the job loop with the real
 * handlers on a database of its own, and the service that reads the result.
 */
export class Pipeline implements AsyncDisposable {
  readonly provider: StandIn = standIn();
  readonly db: Db;
  readonly #database: TestDatabase;
  readonly #wakeSignals: WakeSignal[];
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[];
  #service: Promise<TestService> | undefined;

  constructor(database: TestDatabase, { loops = 1, timeout_ms = 2_000, languages = [] }: Options) {
    this.#database = database;
    this.db = database.db;
    const { url: base_url, token } = this.provider;
    const provider = openProvider({ base_url, token, timeout_ms, pace: freePace });
    const work = handlers({ db: this.db, provider, languages });
    this.#wakeSignals = Array.from({ length: loops }, () => new WakeSignal());
    this.#loops = this.#wakeSignals.map((wakeSignal) =>
      runLoop({
        db: this.db,
        handlers: work,
        log,
        wakeSignal,
        signal: this.#stop.signal,
        random: () => 0.5,
        settings: { poll_ms: 20, grace_ms: 50 },
      }),
    );
  }

  /** The database of its own, which other services may use. */
  get database(): Pick<TestDatabase, "address" | "driver"> {
    return this.#database;
  }

  /** Enqueues a request and runs the job until it ends or waits for a later attempt. */
  async run(kind: JobKind, external_id: number | string, params: JobRequest["params"] = {}) {
    const { id } = await enqueue(this.db, { kind, external_id: String(external_id), params });
    await this.drain();
    return this.job(id);
  }

  /** As {@link run}; throws unless the job succeeds. */
  async ingest(kind: JobKind, external_id: number | string, params: JobRequest["params"] = {}) {
    const job = await this.run(kind, external_id, params);
    if (job.status === "succeeded" && job.result !== null) return { ...job, result: job.result };
    throw new Error(`${kind} ${external_id} is ${job.status}: ${JSON.stringify(job.error)}`);
  }

  /** Works until no job is running or due. */
  async drain(): Promise<void> {
    for (const wakeSignal of this.#wakeSignals) wakeSignal.wake();
    for (;;) {
      const rows = await this.db.execute(sql`
        select from jobs where status = 'running' or next_attempt_at <= now() limit 1`);
      if (rows.length === 0) return;
      await Bun.sleep(2);
    }
  }

  async job(id: string): Promise<JobView> {
    const job = await getJob(this.db, id);
    if (job === undefined) throw new Error(`No job ${id}.`);
    return job;
  }

  /** Clears the payload hashes, so that the next ingestion of everything writes again. */
  forget = async () => await this.db.execute(sql`update provenance set payload_hash = ''`);

  /** A GET of the API below /api/v1; throws unless the status is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is compared, not used
  async get(path: string): Promise<any> {
    this.#service ??= testService({ database: this.#database });
    const { status, body } = await (await this.#service).get(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body;
  }

  /** The first row of a statement. */
  async row(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>> {
    return only(await this.db.execute(statement));
  }

  /** How many rows there are of each table that has any. */
  async counts(): Promise<Record<string, number>> {
    const dump = await this.dump();
    return Object.fromEntries(Object.entries(dump).map(([table, rows]) => [table, rows.length]));
  }

  /**
   * Everything that was ingested, by table, without timestamps: ingesting again must not change it.
   * Tables that are filled by triggers are left out. With `locations`, each row has its physical
   * location in PostgreSQL, which any write changes.
   */
  async dump({ locations = false } = {}): Promise<Record<string, string[]>> {
    const tables = await this.db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name not in ('jobs', 'provenance', 'provider_pace', 'genres', 'refresh_state')
        and table_name !~ '^search_|^changes|^change_|_counts$|_moves$' order by 1`);
    const moments = "'{created_at,updated_at,refreshed_at}'::text[]";
    const dumped: Record<string, string[]> = {};
    for (const { name } of tables) {
      const location = locations ? "t.ctid::text || t.xmin::text || " : "";
      const rows = await this.db.execute<{ row: string }>(
        sql.raw(
          `select ${location}(to_jsonb(t) - ${moments})::text as row from "${name}" t order by 1`,
        ),
      );
      if (rows.length > 0) dumped[name] = rows.map(({ row }) => row);
    }
    return dumped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
    await (await this.#service)?.[Symbol.asyncDispose]();
    await this.provider.close();
    await this.#database.close();
  }
}

/** As in worker threads. */
const workerTimes = { statement_timeout_ms: 60_000, lock_timeout_ms: 20_000 };

/** Starts a pipeline: `await using pipeline = await ingestion()`. */
export const ingestion = async (options: Options = {}): Promise<Pipeline> =>
  new Pipeline(await testDatabase({ ...workerTimes, max: 4 + 2 * (options.loops ?? 1) }), options);
