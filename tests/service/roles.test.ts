import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { enqueue } from "~/jobs/queue";
import { eventually } from "../jobs/observation";
import { movieBody } from "../support/bodies/movie";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import {
  adminToken,
  databaseEnv,
  finished,
  freePort,
  program,
  providerEnv,
  serving,
  temporaryFolder,
} from "./program";

setDefaultTimeout(60_000);

const settings = { PORT: "0", WORKER_CONCURRENCY: "1", SERVICE_ADMIN_TOKEN: adminToken };

describe("roles of a process", () => {
  test.concurrent("M160: serve --no-worker leaves the jobs to worker, whose calls /metrics counts", async () => {
    await using database = await testDatabase();
    await using provider = standIn();
    provider.serve("/movie/603", movieBody({ id: 603 }));
    const env = { ...settings, ...databaseEnv(database), ...providerEnv(provider) };
    await using reader = program(["serve", "--no-worker"], env);
    const [, url = ""] = await reader.says(/listens on (http:\S+)/);
    await enqueue(database.db, { kind: "movie", external_id: "603" });
    await using working = program(["worker", "--health"], env);
    const [, health = ""] = await working.says(/its health is at (http:\S+)\/health/);
    await eventually(async () => {
      const [job] = await database.db.execute(sql`select status from jobs where kind = 'movie'`);
      expect(job).toEqual({ status: "succeeded" });
    }, 20_000);
    expect((await fetch(`${health}/health/ready`)).status).toBe(200);
    expect((await fetch(`${health}/api/v1/movies`)).status).toBe(404);
    const token = { "x-admin-token": adminToken };
    await eventually(async () => {
      const told = await (await fetch(`${health}/metrics`, { headers: token })).text();
      expect(told).toMatch(/^media_catalog_provider_calls_total\{outcome="ok"\} [1-9]/m);
    }, 20_000);
    const told = await (await fetch(`${url}/metrics`, { headers: token })).text();
    expect(told).not.toMatch(/^media_catalog_provider_calls_total\{/m);
    for (const each of [reader, working]) {
      each.process.kill("SIGTERM");
      expect(await each.exited).toBe(0);
    }
  });

  test.concurrent("F9, P15: while the database is away it is alive, not ready, and says so", async () => {
    await using folder = await temporaryFolder();
    const PORT = freePort();
    const env = { DATABASE_URL: "postgres:///none", PGHOST: folder.path, PGUSER: "nobody", PORT };
    await using service = program(["serve"], env);
    await service.says(/DATABASE_URL: the database does not answer yet/, "stderr");
    const ask = async (path: string) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${PORT}${path}`);
      return [status, headers.get("retry-after")];
    };
    expect(await ask("/health/live")).toEqual([200, null]);
    expect(await ask("/health/ready")).toEqual([503, "3"]);
    expect(await ask("/api/v1/movies")).toEqual([503, "3"]);
    const check = await finished(["healthcheck"], env);
    expect([check.code, check.stdout]).toEqual([1, "not ready (status 503)\n"]);
    service.process.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    const gone = await finished(["healthcheck"], env);
    expect([gone.code, gone.stdout]).toEqual([1, "no answer\n"]);
  });

  test.concurrent("S26: healthcheck ends with 0 beside a service that is ready", async () => {
    await using database = await testDatabase();
    await using service = await serving({ ...databaseEnv(database), WORKER_CONCURRENCY: "1" });
    const PORT = new URL(service.url).port;
    expect(await finished(["healthcheck"], { PORT })).toMatchObject({ code: 0, stdout: "ready\n" });
  });

  test.concurrent("P15: a database of a newer release is refused with one line and 78", async () => {
    await using database = await testDatabase();
    await database.db.execute(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12::bigint)`);
    for (const command of ["serve", "worker", "migrate"]) {
      const { code, stderr } = await finished([command], { ...settings, ...databaseEnv(database) });
      expect(code).toBe(78);
      expect(stderr).toBe(
        "The database was migrated by a newer release: start that one, or restore a backup from before it.\n",
      );
    }
  });

  test.concurrent("F30: tokens of the former key and both operator tokens hold over a change of secrets", async () => {
    await using database = await testDatabase();
    const [former, current] = ["f", "c"].map((letter) => `${letter}-secret-`.repeat(8));
    const [old, next] = ["o", "n"].map((letter) => `${letter}-operator-`.repeat(4));
    const start = (env: Record<string, string>) =>
      serving({ ...databaseEnv(database), WORKER_CONCURRENCY: "1", ...env });
    await using before = await start({
      SERVICE_SECRET_KEY: former ?? "",
      SERVICE_ADMIN_TOKEN: `${old},${next}`,
    });
    await using after = await start({
      SERVICE_SECRET_KEY: current ?? "",
      SERVICE_SECRET_KEY_PREVIOUS: former ?? "",
      SERVICE_ADMIN_TOKEN: next ?? "",
    });
    const account = { email: "mara@example.org", password: "a long passphrase", display_name: "M" };
    const registered = await before.call("POST", "/api/v1/auth/register", account);
    const { access_token } = (await registered.json()) as { access_token: string };
    const me = (url: string) =>
      fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${access_token}` } });
    const jobs = (url: string, token = "") =>
      fetch(`${url}/metrics`, { headers: { "x-admin-token": token } });
    expect([(await me(before.url)).status, (await me(after.url)).status]).toEqual([200, 200]);
    expect((await jobs(before.url, old)).status).toBe(200);
    expect((await jobs(before.url, next)).status).toBe(200);
    expect((await jobs(after.url, next)).status).toBe(200);
    expect((await jobs(after.url, old)).status).toBe(401);
  });
});
