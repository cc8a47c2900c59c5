import { loadConfig } from "~/config";
import type { Db } from "~/db/client";
import { planOnce } from "~/refresh/planner";
import { refreshSteps } from "~/refresh/steps";
import type { Pipeline } from "../ingest/support";

/** Settings with which the planner works. */
export const settings = (env: Record<string, string> = {}) =>
  loadConfig({ TMDB_API_TOKEN: "token", PROVIDER_RPS: "100", ...env });

/** One pass; returns the names of the steps that did something. */
export const pass = (db: Db, env: Record<string, string> = {}): Promise<string[]> =>
  planOnce(db, refreshSteps(settings(env)));

/** Passes, each with all the work that follows from it. */
export async function rounds(pipeline: Pipeline, count = 5): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await pass(pipeline.db);
    await pipeline.drain();
  }
}

/** How often each record was asked for; lists of changes are left out. */
export function fetches({ provider }: Pipeline): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of provider.requests) {
    if (!path.endsWith("/changes")) counts[path] = (counts[path] ?? 0) + 1;
  }
  return counts;
}
