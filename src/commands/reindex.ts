import { loadConfig } from "~/config";
import type { Db } from "~/db/client";
import { openDeps } from "~/deps";
import { readIndexState, readRebuildState, requestRebuild } from "~/search/index/state";
import { startRelay } from "~/worker";
import { migratedDatabase } from "./database";
import { exitCodes, Misconfigured } from "./exit";
import { type Progress, startProgress } from "./progress";
import { listenForStop } from "./signals";
import { reportIfAway } from "./waiting";

const POLL_MS = 200;

/**
 * `reindex`: rebuilds the search index in Meilisearch and swaps it with the old one. If a service is
 * running, it does the work, otherwise this process. Exits with 1 if it was stopped before the end.
 */
export async function reindex(): Promise<number> {
  const config = loadConfig(process.env, { serves: false });
  if (config.meili === undefined) {
    throw new Misconfigured("reindex needs MEILI_URL: without it there is no index to rebuild.");
  }
  const stopping = listenForStop();
  const database = await migratedDatabase(config);
  const deps = openDeps(config, database.address, "http");
  const relay = startRelay(deps, database.address);
  stopping.started();
  try {
    const done = await rebuild(deps.db, stopping.signal, database.reportAway);
    if (done) console.log(`The search index ${config.meili.index} is new.`);
    return done ? exitCodes.done : exitCodes.failed;
  } finally {
    await relay.stop(10_000);
    await deps.close();
    await database.stop();
  }
}

/** Requests a rebuild and shows its progress; false if it was stopped before the end. */
async function rebuild(
  db: Db,
  signal: AbortSignal,
  reportAway: (error: unknown) => void,
): Promise<boolean> {
  const number = await requestRebuild(db, `command ${crypto.randomUUID()}`);
  const progress = startProgress("documents");
  let wasFailing = false;
  try {
    while (!signal.aborted) {
      const state = await readState(db).catch(reportIfAway(reportAway));
      if (state !== undefined && state.done >= number) return true;
      if (state !== undefined) wasFailing = show(state, progress, wasFailing);
      await Bun.sleep(POLL_MS);
    }
    return false;
  } finally {
    progress.stop();
  }
}

/** Shows the progress, and a message at the first of several failures; returns whether it is failing. */
function show(state: State, progress: Progress, wasFailing: boolean): boolean {
  const { rebuilding, progress_done, progress_total } = state;
  if (rebuilding && progress_total > 0) progress.update(progress_done, progress_total);
  const isFailing = state.state === "failing";
  if (isFailing && !wasFailing) console.error("MEILI_URL does not answer; trying again.");
  return isFailing;
}

type State = Awaited<ReturnType<typeof readState>>;

const readState = async (db: Db) => ({
  ...(await readRebuildState(db)),
  ...(await readIndexState(db)),
});
