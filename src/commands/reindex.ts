import { loadConfig } from "~/config";
import type { Db } from "~/db/client";
import { openDeps } from "~/deps";
import { readIndexState, readRebuildState, requestRebuild } from "~/search/index/state";
import { startRelay } from "~/worker";
import { readyDatabase } from "./database";
import { exitCodes, Misconfigured } from "./exit";
import { type Progress, startProgress } from "./progress";
import { listenForStop } from "./signals";
import { unlessAway } from "./waiting";

const LOOK_MS = 200;

/**
 * `reindex`: builds the secondary index anew and puts it in the old one's place. A service that runs
 * does the work, else this process does. Exit code 1 when it was stopped before the end.
 */
export async function reindex(): Promise<number> {
  const config = loadConfig(process.env, { serves: false });
  if (config.meili === undefined) {
    throw new Misconfigured("reindex needs MEILI_URL: without it there is no index to rebuild.");
  }
  const stopping = listenForStop();
  const database = await readyDatabase(config);
  const deps = openDeps(config, database.address, "http");
  const relay = startRelay(deps, database.address);
  stopping.started();
  try {
    const done = await rebuilt(deps.db, stopping.signal, database.tellAway);
    if (done) console.log(`The search index ${config.meili.index} is new.`);
    return done ? exitCodes.done : exitCodes.failed;
  } finally {
    await relay.stop(10_000);
    await deps.close();
    await database.stop();
  }
}

/** Asks for a rebuild and follows it; false when the signal came first. */
async function rebuilt(
  db: Db,
  signal: AbortSignal,
  tellAway: (error: unknown) => void,
): Promise<boolean> {
  const number = await requestRebuild(db, `command ${crypto.randomUUID()}`);
  const progress = startProgress("documents");
  let wasFailing = false;
  try {
    while (!signal.aborted) {
      const look = await lookAt(db).catch(unlessAway(tellAway));
      if (look !== undefined && look.done >= number) return true;
      if (look !== undefined) wasFailing = show(look, progress, wasFailing);
      await Bun.sleep(LOOK_MS);
    }
    return false;
  } finally {
    progress.stop();
  }
}

/** Shows how far a rebuild is, and the first of a row of failures; returns whether it fails. */
function show(look: Look, progress: Progress, wasFailing: boolean): boolean {
  const { rebuilding, progress_done, progress_total } = look;
  if (rebuilding && progress_total > 0) progress.update(progress_done, progress_total);
  const isFailing = look.state === "failing";
  if (isFailing && !wasFailing) console.error("MEILI_URL does not answer; trying on.");
  return isFailing;
}

type Look = Awaited<ReturnType<typeof lookAt>>;

const lookAt = async (db: Db) => ({
  ...(await readRebuildState(db)),
  ...(await readIndexState(db)),
});
