import { setSystemTime } from "bun:test";
import { type TestDatabase, testDatabase } from "../../tests/support/database";
import { fillExamples } from "./catalog";
import { storedFunctions } from "./functions";
import { functionPage, requestPage } from "./page";
import { openPlanner } from "./plan";
import { openRecording } from "./recording";
import { readRoutes, requestsOf } from "./requests";

/** The texts of all files, by path below docs/sql/. */
export type Files = Map<string, string>;

/** The date of the example catalog, so that now playing is always the same. */
const today = new Date("2026-11-22T12:00:00Z");

/** Requests every route with a database of its own and returns the statements and their plans. */
export async function sqlFiles(): Promise<Files> {
  setSystemTime(today);
  const minutes = 60_000;
  await using database = await testDatabase({ max: 1, statement_timeout_ms: 10 * minutes });
  await fillExamples(database);
  return await filesOf(database);
}

async function filesOf({ address, driver }: TestDatabase): Promise<Files> {
  const routes = await readRoutes();
  const functions = await storedFunctions(driver);
  const files: Files = new Map();
  for (const each of functions) {
    files.set(`functions/${each.name}.sql`, functionPage(each, functions));
  }
  const { record, close } = await openRecording(address);
  const planner = openPlanner(address);
  for (const request of routes.flatMap((route) => requestsOf(route, routes))) {
    const statements = [];
    for (const statement of await record(request))
      statements.push(await planner.explain(statement));
    files.set(request.file, requestPage(request, statements, functions));
  }
  await Promise.all([planner.driver.end(), close()]);
  return files;
}
