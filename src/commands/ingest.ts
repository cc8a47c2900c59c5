import { EXTERNAL_ID_MAX } from "~/bounds";
import { loadConfig } from "~/config";
import { type Deps, openDeps } from "~/deps";
import { allTrendingLists, listName } from "~/ingest/trending/lists";
import { enqueueAll, type JobRequest } from "~/jobs/queue";
import type { JobKind } from "~/vocabulary";
import { startWorkers } from "~/worker";
import { migratedDatabase, type ServiceDatabase } from "./database";
import { exitCodes, Misconfigured } from "./exit";
import { type Ending, followJobs } from "./progress";
import { listenForStop } from "./signals";

type Options = { includeSeasons?: boolean; wait?: boolean };

/**
 * `ingest <kind> <id>…`: enqueues jobs. With `--wait` this process runs them too and shows their progress.
 * Exits with 1 if one of them failed.
 */
export async function ingest(kind: JobKind, ids: string[], options: Options): Promise<number> {
  const requests = requestsOf(kind, ids, options);
  const config = loadConfig(process.env, { serves: false });
  const database = await migratedDatabase(config);
  const deps = openDeps(config, database.address, "http");
  try {
    const jobs = await enqueueAll(deps.db, requests);
    for (const { job_id, status } of jobs) console.log(`${job_id} ${status}`);
    if (!options.wait) return exitCodes.done;
    const ids = jobs.map((job) => job.id);
    return await runJobs(deps, database, ids);
  } finally {
    await deps.close();
    await database.stop();
  }
}

/** Runs jobs until these have ended; on a signal they are handed back. */
async function runJobs(deps: Deps, database: ServiceDatabase, ids: string[]): Promise<number> {
  const stopping = listenForStop();
  const workers = startWorkers(deps, database.address, { schedule: false });
  stopping.started();
  try {
    const { signal } = stopping;
    const { reportAway } = database;
    const endings = await followJobs(deps.db, ids, { label: "jobs", signal, reportAway });
    for (const ending of endings) console.log(sentence(ending));
    const succeeded = endings.every((ending) => ending.status === "succeeded");
    return succeeded && !stopping.signal.aborted ? exitCodes.done : exitCodes.failed;
  } finally {
    await workers.stop(10_000);
  }
}

const sentence = ({ kind, external_id, status, result, error }: Ending): string =>
  [kind, external_id, status, result?.outcome, result?.entity_id, error?.code, error?.message]
    .filter(Boolean)
    .join(" ");

const numberPattern = /^[1-9][0-9]{0,9}$/;
const isId = (text: string) => numberPattern.test(text) && Number(text) <= EXTERNAL_ID_MAX;

function requestsOf(kind: JobKind, ids: string[], options: Options): JobRequest[] {
  const externalIds = kind === "trending" && ids.length === 0 ? ["all"] : ids;
  if (externalIds.length === 0) throw new Misconfigured(`ingest ${kind} needs at least one id.`);
  for (const id of externalIds) check(kind, id);
  const params = kind === "series" && options.includeSeasons ? { include_seasons: true } : {};
  return externalIds.map((external_id) => ({ kind, external_id, params }));
}

function check(kind: JobKind, id: string): void {
  if (kind === "trending") {
    const names = ["all", ...allTrendingLists.map(listName)];
    if (names.includes(id)) return;
    throw new Misconfigured(`ingest trending takes one of ${names.join(", ")}.`);
  }
  if (kind === "season") {
    const [series = "", season = "", ...rest] = id.split(":");
    if (isId(series) && /^(0|[1-9][0-9]{0,3})$/.test(season) && rest.length === 0) return;
    throw new Misconfigured("ingest season takes ids such as 1399:1 (series:season number).");
  }
  if (!isId(id)) throw new Misconfigured(`ingest ${kind} takes ids from 1 to ${EXTERNAL_ID_MAX}.`);
}
