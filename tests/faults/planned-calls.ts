import { givenMovies } from "../refresh/records";
import { databaseEnv, providerEnv, serving } from "../service/program";
import { testDatabase } from "../support/database";
import { serveMany } from "../support/many-records";
import { standIn } from "../support/provider";
import { check, finish } from "./support";

/**
 * `bun tests/faults/planned-calls.ts`: in any 60 s two services make no more planned calls than their share of the
 * pace, also while the provider fails for a while and every job is tried again (N48).
 */
const RPS = 10;
const SHARE = 0.5;

await using database = await testDatabase();
await using provider = standIn();
serveMany(provider, "movie", { upTo: 2_000 });
await givenMovies(database.db, 2_000, "200 d");
const env = {
  ...databaseEnv(database),
  ...providerEnv(provider),
  PROVIDER_RPS: String(RPS),
  REFRESH_SHARE: String(SHARE),
  TRENDING_CRON: "0 0 1 1 *",
  LOG_LEVEL: "fatal",
};
await using one = await serving(env);
await using two = await serving(env);
await Bun.sleep(40_000);
provider.misbehave("*", 503);
await Bun.sleep(25_000);
provider.heal("*");
await Bun.sleep(60_000);

const times = provider.requests
  .filter(({ path }) => !path.startsWith("/trending"))
  .map(({ at }) => at)
  .toSorted((a, b) => a - b);
let most = 0;
for (let first = 0, last = 0; last < times.length; last += 1) {
  while ((times[last] ?? 0) - (times[first] ?? 0) >= 60_000) first += 1;
  most = Math.max(most, last - first + 1);
}
const allowed = RPS * SHARE * 60;
check(most <= allowed, `${most} planned calls in the busiest 60 s, ${allowed} allowed`);
check(times.length > 300, `${times.length} calls in 125 s, with 25 s of trouble`);
const { calls_last_hour } = (await (await one.call("GET", "/api/v1/admin/refresh")).json()) as {
  calls_last_hour: number;
};
check(calls_last_hour === times.length, `${calls_last_hour} planned calls are counted`);
const refused = await two.call("GET", "/health/ready");
check(refused.status === 200, "the services are ready");
finish();
