import { expect, setDefaultTimeout, test } from "bun:test";
import { eventually } from "../jobs/observation";
import { dayFrom, givenMovies } from "../refresh/records";
import { changeLists } from "../support/change-lists";
import { testDatabase } from "../support/database";
import { serveMany } from "../support/many-records";
import { standIn } from "../support/provider";
import { databaseEnv, providerEnv, type Serving, serving } from "./program";

setDefaultTimeout(90_000);

test("N58, N54: two services have what a list of changes names fetched once, and tell of it", async () => {
  await using database = await testDatabase();
  await using provider = standIn();
  serveMany(provider, "movie", { upTo: 1_000 });
  const lists = changeLists(provider);
  lists.name("movie", dayFrom(0), [11, 222, 333]);
  await givenMovies(database.db, 1_000, "1 h");
  const env = {
    ...databaseEnv(database),
    ...providerEnv(provider),
    REFRESH_CHANGES_HOURS: "0.001",
    TRENDING_CRON: "0 0 1 1 *",
  };
  await using one = await serving(env);
  await using two = await serving(env);
  const fetched = () =>
    provider.requests.map(({ path }) => path).filter((path) => /^\/movie\/\d+$/.test(path));
  await eventually(async () => expect(fetched()).toHaveLength(3), 60_000);
  // More readings name them again.
  const readings = provider.calls("/movie/changes");
  await eventually(async () => {
    expect(provider.calls("/movie/changes")).toBeGreaterThan(readings + 2);
  }, 60_000);
  expect(fetched().toSorted()).toEqual(["/movie/11", "/movie/222", "/movie/333"]);

  const { calls_last_hour, change_lists } = (await (
    await one.call("GET", "/api/v1/admin/refresh")
  ).json()) as { calls_last_hour: number; change_lists: { kind: string; through_day: string }[] };
  expect(calls_last_hour).toBeGreaterThanOrEqual(3 + readings);
  expect(change_lists[0]).toMatchObject({ kind: "movie", through_day: dayFrom(0) });
  const counts = await Promise.all([one, two].map(refreshes));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});

/** How many records a service has counted as fetched again. */
async function refreshes({ call }: Serving): Promise<number> {
  const text = await (await call("GET", "/metrics")).text();
  const lines = text.split("\n").filter((line) => line.startsWith("media_catalog_refresh_fetches"));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
