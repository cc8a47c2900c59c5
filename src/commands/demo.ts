import { join } from "node:path";
import { sql } from "drizzle-orm";
import { loadConfig } from "~/config";
import { publicId } from "~/db/sql";
import { demoTitles } from "~/demo/catalog";
import { enqueueAll, type JobRequest } from "~/jobs/queue";
import { followJobs } from "./progress";
import { aborted, listenForStop } from "./signals";
import { type Service, startService } from "./start";

/** Records are fetched again within minutes, so that whoever looks sees the catalog follow its provider. */
const quickly = {
  REFRESH_AIRING_HOURS: "0.02",
  REFRESH_CURRENT_HOURS: "0.03",
  REFRESH_POPULAR_HOURS: "0.05",
  REFRESH_CHANGES_HOURS: "0.01",
};

/**
 * `demo`: ingests a small catalog, which ships with the project, through real jobs and then serves it. Its
 * provider changes something every minute, and the catalog follows. Its embedded database is separate from that of `serve`, in
 * DATA_DIR/demo.
 */
export async function demo(): Promise<number> {
  const data_dir = join(process.env.DATA_DIR ?? "./data", "demo");
  const settings = {
    LOG_LEVEL: "warn",
    ...quickly,
    ...process.env,
    DATA_DIR: data_dir,
    SERVICE_PROVIDER: "fixture",
  };
  const config = { ...loadConfig(settings), demoSince: Date.now(), isPlanned: true };
  console.log("Starting the demo: an embedded PostgreSQL and a small catalog.");
  const stopping = listenForStop();
  const service = await startService(config, { schedule: false, plan: true });
  stopping.started();
  await fill(service, stopping.signal);
  if (!stopping.signal.aborted) await introduce(service);
  await aborted(stopping.signal);
  await service.stop();
  return 0;
}

async function fill(service: Service, signal: AbortSignal): Promise<void> {
  // Titles first, so that the trending lists find them unchanged.
  await run(service, "titles, collections and people", catalogJobs(), signal);
  await run(service, "trending lists", [{ kind: "trending", external_id: "all" }], signal);
}

const catalogJobs = (): JobRequest[] => [
  ...demoTitles.collections.map((id) => ({ kind: "collection" as const, external_id: String(id) })),
  ...demoTitles.movies.map((id) => ({ kind: "movie" as const, external_id: String(id) })),
  ...demoTitles.series.map((id) => ({
    kind: "series" as const,
    external_id: String(id),
    params: { include_seasons: true },
  })),
  ...demoTitles.people.map((id) => ({ kind: "person" as const, external_id: String(id) })),
];

async function run(
  { deps: { db }, reportAway }: Service,
  label: string,
  requests: JobRequest[],
  signal: AbortSignal,
): Promise<void> {
  const ids = (await enqueueAll(db, requests)).map((job) => job.id);
  const endings = await followJobs(db, ids, { label, signal, reportAway });
  for (const { kind, external_id, error } of endings) {
    if (error) console.error(`${kind} ${external_id}: ${error.message}`);
  }
}

/** Prints requests to try, with valid ids and a valid token. */
async function introduce({ url, deps: { db, config } }: Service): Promise<void> {
  const [movie] = await db.execute<{ id: string }>(sql`
    select ${publicId("movie", sql`id`)} as id from titles where kind = 'movie' and external_id = 603`);
  const [series] = await db.execute<{ id: string }>(sql`
    select ${publicId("series", sql`id`)} as id from titles where kind = 'series' order by external_id limit 1`);
  const token = config.admin.tokens[0] ?? "";
  console.log(`
The demo serves ${demoTitles.movies.length} movies and ${demoTitles.series.length} series on ${url}
Documentation: ${url}/docs
Operator's page: ${url}/admin
Changes, some every minute: curl -sN ${url}/api/v1/changes/stream
admin token for this run: ${token}

Try:
  curl -s ${url}/api/v1/movies/${movie?.id}
  curl -s ${url}/api/v1/series/${series?.id}/seasons
  curl -s -X POST ${url}/api/v1/admin/ingest/movie -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"external_id": 603}'

Ctrl-C stops it.`);
}
