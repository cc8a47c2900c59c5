import { sql } from "drizzle-orm";
import journal from "../../drizzle/meta/_journal.json";
import { databaseEnv, serving } from "../service/program";
import { emptyDatabase } from "../support/database";
import { check, finish } from "./support";

/**
 * `bun tests/faults/start-together.ts [rounds] [replicas]`: replicas that start at once on one empty
 * database all become ready, and each migration is applied once (P15).
 */
const rounds = Number(process.argv[2] ?? 10);
const replicas = Number(process.argv[3] ?? 8);

const seconds: number[] = [];
let ready = 0;
let exact = 0;
for (let round = 0; round < rounds; round += 1) {
  await using database = await emptyDatabase();
  const env = { ...databaseEnv(database), WORKER_CONCURRENCY: "1", LOG_LEVEL: "error" };
  const start = performance.now();
  const services = await Promise.allSettled(Array.from({ length: replicas }, () => serving(env)));
  seconds.push((performance.now() - start) / 1_000);
  for (const service of services) {
    if (service.status === "rejected") continue;
    if ((await service.value.call("GET", "/health/ready")).status === 200) ready += 1;
  }
  const [applied] = await database.db.execute<{ n: number; times: number }>(sql`
    select count(*)::int as n, count(distinct created_at)::int as times
    from drizzle.__drizzle_migrations`);
  const all = journal.entries.length;
  if (applied?.n === all && applied.times === all) exact += 1;
  for (const service of services) {
    if (service.status === "rejected") continue;
    service.value.process.kill("SIGTERM");
    await service.value.exited;
  }
}
check(ready === rounds * replicas, `P15: ${ready} of ${rounds * replicas} starts became ready`);
check(exact === rounds, `P15: each migration is recorded once in ${exact} of ${rounds} rounds`);
console.log(`        all ready after ${Math.max(...seconds).toFixed(1)} s at most`);
finish();
