import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rm, symlink } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { eventually } from "../jobs/observation";
import { movieBody } from "../support/bodies/movie";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { databaseEnv, freePort, program, providerEnv, serving, temporaryFolder } from "./program";

setDefaultTimeout(30_000);

const states = async (db: Db) => {
  const rows = await db.execute<{ status: string; attempts: number }>(sql`
    select status, attempts from jobs where kind = 'movie' order by external_id`);
  return [...rows];
};

describe("serve", () => {
  test.concurrent("M5, M112, M119: a title goes from the provider into the catalog and out of the API", async () => {
    await using database = await testDatabase();
    await using provider = standIn();
    provider.serve("/movie/603", movieBody({ id: 603, title: "The Matrix" }));
    await using service = await serving({ ...databaseEnv(database), ...providerEnv(provider) });
    const accepted = await service.call("POST", "/api/v1/admin/ingest/movie", { external_id: 603 });
    expect(accepted.status).toBe(202);
    const location = accepted.headers.get("location") ?? "";
    expect(await accepted.json()).toMatchObject({ status: "queued", status_url: location });
    const asked = await service.call("GET", location);
    expect(asked.status).toBe(200);
    let result = { entity_id: "" };
    await eventually(async () => {
      const job = (await (await service.call("GET", location)).json()) as { result: typeof result };
      expect(job).toMatchObject({ status: "succeeded", attempts: 1, error: null });
      result = job.result;
    }, 20_000);
    const movie = await service.call("GET", `/api/v1/movies/${result.entity_id}`);
    expect(await movie.json()).toMatchObject({ id: result.entity_id, title: "The Matrix" });
    expect(provider.calls("/movie/603")).toBe(1);
    service.process.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(service.said.stdout.trim().split("\n")).toHaveLength(1);
    expect(service.said.stderr).not.toContain(provider.token);
  });

  test.concurrent("P4: SIGTERM hands running jobs back and ends with 0, beside connections kept alive", async () => {
    await using database = await testDatabase();
    await using provider = standIn();
    for (const id of [1, 2, 3]) provider.misbehave(`/movie/${id}`, "hang");
    await using service = await serving({ ...databaseEnv(database), ...providerEnv(provider) });
    for (const external_id of [1, 2, 3]) {
      await service.call("POST", "/api/v1/admin/ingest/movie", { external_id });
    }
    await Promise.all([provider.arrived("/movie/1"), provider.arrived("/movie/2")]);
    const told = performance.now();
    service.process.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(performance.now() - told).toBeLessThan(5_000);
    const untouched = { status: "queued", attempts: 0 };
    expect(await states(database.db)).toEqual([untouched, untouched, untouched]);
  });

  test.concurrent("F4: a second SIGTERM ends it at once with 1; its jobs keep their leases", async () => {
    await using database = await testDatabase();
    await using provider = standIn();
    provider.misbehave("/movie/1", "hang");
    await using service = await serving({ ...databaseEnv(database), ...providerEnv(provider) });
    await service.call("POST", "/api/v1/admin/ingest/movie", { external_id: 1 });
    await provider.arrived("/movie/1");
    service.process.kill("SIGTERM");
    // Two signals at once may reach a process as one; the first has been heard when nothing listens.
    await eventually(async () => {
      await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
    });
    const told = performance.now();
    service.process.kill("SIGTERM");
    expect(await service.exited).toBe(1);
    expect(performance.now() - told).toBeLessThan(2_000);
  });

  test.concurrent("M139, M141: without secrets a development run makes its own, and says so", async () => {
    await using database = await testDatabase();
    await using service = await serving({
      ...databaseEnv(database),
      SERVICE_ADMIN_TOKEN: "",
      TRENDING_CRON: "0 6 * * *",
    });
    const [, token = ""] = await service.says(/^admin token for this run: (\S{32,})$/m);
    const headers = { "x-admin-token": token, "content-type": "application/json" };
    const enqueue = () =>
      fetch(`${service.url}/api/v1/admin/ingest/movie`, {
        method: "POST",
        headers,
        body: '{"external_id":603}',
      });
    expect((await enqueue()).status).toBe(202);
    expect((await service.call("POST", "/api/v1/admin/ingest/movie", {})).status).toBe(401);
    expect(service.said.stderr).toContain("SERVICE_SECRET_KEY is not set");
    expect(service.said.stderr).toContain("TMDB_API_TOKEN is not set");
    expect(service.said.stderr).not.toContain(token);
    const [job] = await database.db.execute(sql`select kind from jobs where kind <> 'movie'`);
    expect(job).toBeUndefined();
  });

  test.concurrent("M139: production without an operator token has no administration", async () => {
    await using database = await testDatabase();
    await using service = await serving({
      ...databaseEnv(database),
      NODE_ENV: "production",
      SERVICE_ADMIN_TOKEN: "",
      SERVICE_SECRET_KEY: "a-secret-of-48-characters-0123456789-0123456789-",
    });
    const refused = await service.call("POST", "/api/v1/admin/ingest/movie", { external_id: 603 });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "admin_disabled" } });
    expect(service.said.stdout).not.toContain("admin token");
  });

  test.concurrent("F9: a database that is away at the start is waited for, and the reason told", async () => {
    await using database = await testDatabase();
    await using folder = await temporaryFolder();
    await using refusing = startingUp();
    const PORT = "0";
    const env = { ...databaseEnv(database), PGHOST: folder.path, PORT };
    await using service = program(["serve"], env);
    const place = `${folder.path}/.s.PGSQL.5432`;
    await service.says(/DATABASE_URL: the database does not answer yet/, "stderr");
    const waits = (cause: string) =>
      `DATABASE_URL: the database does not answer yet (${cause}: database ${database.name} at ${place}); waiting for it.\n`;
    expect(service.said.stderr).toBe(waits("no such socket"));
    await symlink(refusing.path, place);
    await service.says(/starting up/, "stderr");
    expect(service.said.stderr).toEndWith(waits("starting up or shutting down"));
    if (!("path" in database.address)) throw new Error("no socket");
    await rm(place);
    await symlink(database.address.path, place);
    const [, url] = await service.says(/listens on (http:\S+)/);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  test.concurrent("F9: a database that is nowhere is named with host, port and cause, without secrets", async () => {
    const PORT = freePort();
    const DATABASE_URL = `postgres://mara:a-password@127.0.0.1:${PORT}/catalog`;
    await using worker = program(["worker"], { DATABASE_URL });
    const [line] = await worker.says(/^.*does not answer yet.*$/m, "stderr");
    expect(line).toContain(`(connection refused: database catalog at 127.0.0.1:${PORT})`);
    expect(worker.said.stderr).not.toMatch(/mara|a-password/);
  });
});

/** A server that refuses everybody as one that is starting up does. */
function startingUp() {
  const fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0";
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(4 + fields.length, 1);
  const path = `/tmp/starting-up-${crypto.randomUUID()}`;
  const data = (socket: { end: (bytes: Buffer) => unknown }) =>
    void socket.end(Buffer.concat([head, Buffer.from(fields)]));
  const server = Bun.listen({ unix: path, socket: { data } });
  const dispose = async () => {
    server.stop(true);
    await rm(path, { force: true });
  };
  return { path, [Symbol.asyncDispose]: dispose };
}
