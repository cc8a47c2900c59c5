import { sql } from "drizzle-orm";
import { databaseEnv, providerEnv, serving } from "../service/program";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { check, finish } from "./support";

/**
 * `bun tests/faults/stop-under-load.ts [rounds]`: SIGTERM under 200 requests a second and 4 running jobs.
 * No answer that was begun is cut or a 5xx, no job stays `running`, exit 0 within 15 s (P4, F4).
 */
const rounds = Number(process.argv[2] ?? 20);
let answered = 0;
let refused = 0;
let cut = 0;
let failed = 0;
let left = 0;
let clean = 0;
let slowest = 0;
for (let round = 0; round < rounds; round += 1) {
  await using database = await testDatabase();
  await using provider = standIn();
  for (const id of [1, 2, 3, 4]) provider.misbehave(`/movie/${id}`, "hang");
  await using service = await serving({
    ...databaseEnv(database),
    ...providerEnv(provider),
    RATE_LIMIT_PUBLIC: "0",
    LOG_LEVEL: "fatal",
    WORKER_CONCURRENCY: "4",
    TRENDING_CRON: "0 0 1 1 *",
  });
  for (const external_id of [1, 2, 3, 4]) {
    await service.call("POST", "/api/v1/admin/ingest/movie", { external_id });
  }
  await Promise.all([1, 2, 3, 4].map((id) => provider.arrived(`/movie/${id}`)));
  const calls: Promise<void>[] = [];
  const timer = setInterval(() => calls.push(ask(`${service.url}/api/v1/movies`)), 5);
  await Bun.sleep(500);
  const start = performance.now();
  service.process.kill("SIGTERM");
  if ((await service.exited) === 0) clean += 1;
  slowest = Math.max(slowest, performance.now() - start);
  clearInterval(timer);
  await Promise.all(calls);
  const [row] = await database.db.execute<{ n: number }>(sql`
    select count(*)::int as n from jobs where kind = 'movie' and (status <> 'queued' or attempts > 0)`);
  left += row?.n ?? 0;
}
check(failed === 0, `P4: ${failed} answers of 5xx among ${answered}`);
check(cut === 0, `P4: ${cut} answers cut (${refused} connections refused after the signal)`);
check(left === 0, `P4: ${left} of ${4 * rounds} jobs not handed back as they were`);
check(
  clean === rounds,
  `P4: ${clean} of ${rounds} exits with 0, after ${slowest.toFixed(0)} ms at most`,
);
finish();

async function ask(url: string): Promise<void> {
  try {
    const answer = await fetch(url);
    await answer.json();
    answered += 1;
    if (answer.status >= 500) failed += 1;
  } catch (error) {
    const { code } = error as { code?: unknown };
    // A connection that was never accepted, or kept alive and idle, is no request that was taken.
    if (code === "ConnectionRefused" || code === "ECONNREFUSED") refused += 1;
    else cut += 1;
  }
}
