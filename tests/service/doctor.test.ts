import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { givenMovies } from "../refresh/records";
import { emptyDatabase, testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { databaseEnv, finished, program, providerEnv, temporaryFolder } from "./program";

setDefaultTimeout(60_000);

/** What doctor finds, by subject. */
async function findings(env: Record<string, string>) {
  const { code, stdout } = await finished(["doctor"], env);
  const lines = stdout.trim().split("\n");
  const found = lines.map((line) => /^(ok|warning|problem) +(\S+) +(.*)$/.exec(line) ?? []);
  return {
    code,
    found: Object.fromEntries(found.map(([, how, what, text]) => [what, `${how}: ${text}`])),
  };
}

describe("doctor", () => {
  test.concurrent("M160: a service in order has no problem", async () => {
    await using database = await testDatabase();
    await using provider = standIn();
    provider.serve("/configuration", { images: {} });
    const { code, found } = await findings({
      ...databaseEnv(database),
      ...providerEnv(provider),
      SERVICE_SECRET_KEY: "a-secret-of-48-characters-0123456789-0123456789-",
    });
    expect(code).toBe(0);
    expect(found).toEqual({
      settings: "ok: all values are valid (development)",
      secret: "ok: SERVICE_SECRET_KEY is strong enough",
      operator: expect.stringMatching(/^ok: a token is generated/),
      database: expect.stringMatching(/^ok: PostgreSQL 18\.\d+, answered in \d+ ms$/),
      extensions: "ok: pg_trgm, unaccent, fuzzystrmatch",
      migrations: "ok: all are applied",
      freshness: "ok: no record was fetched yet",
      clock: expect.stringMatching(/^ok: this machine is \d\.\d s (behind|ahead of) the database$/),
      provider: "ok: it accepts TMDB_API_TOKEN",
      meilisearch: "ok: not used (MEILI_URL is unset)",
    });
  });

  test.concurrent("M160: moves that nobody folds are a warning", async () => {
    await using database = await testDatabase();
    await database.db.execute(sql`
      insert into person_moves (n, id, name, adult) select 1, gen_random_uuid(), 'Somebody', false from generate_series(1, 10001)`);
    const { found } = await findings(databaseEnv(database));
    expect(found).toMatchObject({
      migrations: "ok: all are applied",
      positions: expect.stringMatching(/^warning: 10001 moves wait: start a worker/),
    });
  });

  test.concurrent("N54: the oldest record that the provider still has is named, and is a warning when it is too old", async () => {
    await using database = await testDatabase();
    await givenMovies(database.db, 3, "10 d");
    const freshness = async () => (await findings(databaseEnv(database))).found.freshness;
    await database.db.execute(sql`
      update refresh_state set last_fetched_at = now() - interval '1 day' * 150 where external_id = '2'`);
    expect(await freshness()).toBe("ok: the oldest record, movie 2, was fetched 150 days ago");
    await database.db.execute(sql`
      update refresh_state set last_fetched_at = now() - interval '1 day' * 200 where external_id <> '1'`);
    await database.db.execute(
      sql`update provenance set missing_at = now() where external_id = '2'`,
    );
    expect(await freshness()).toStartWith(
      "warning: the oldest record, movie 3, was fetched 200 days ago instead of 150 at most",
    );
  });

  test.concurrent("M160: each problem says what to do, and no secret", async () => {
    await using database = await emptyDatabase();
    await using provider = standIn();
    const { code, found } = await findings({
      ...databaseEnv(database),
      ...providerEnv(provider),
      TMDB_API_TOKEN: "a-token-that-is-refused",
      DATABASE_REPLICA_URL: `postgres:///${database.name}`,
      MEILI_URL: "http://127.0.0.1:1",
    });
    expect(code).toBe(1);
    expect(found).toMatchObject({
      extensions: expect.stringMatching(/^ok: .*; the migrations create them$/),
      migrations: "problem: some are pending: run media-catalog migrate, or start the service",
      replica: expect.stringMatching(
        /^problem: it is not a standby .* set DATABASE_REPLICA_URL to a standby/,
      ),
      provider: expect.stringMatching(/^problem: .*TMDB_API_TOKEN/),
      meilisearch: "problem: it does not answer: check MEILI_URL",
    });
    expect(JSON.stringify(found)).not.toContain("a-token-that-is-refused");
    const [touched] = await database.db.execute(sql`
      select count(*)::int as n from pg_namespace where nspname = 'drizzle'`);
    expect(touched).toEqual({ n: 0 });
  });

  test.concurrent("M160: a database that is away, and one that is not made yet", async () => {
    await using folder = await temporaryFolder();
    const away = await findings({ DATABASE_URL: "postgres:///none", PGHOST: folder.path });
    expect(away.code).toBe(1);
    expect(away.found.database).toMatch(/^problem: A connection failed .* check DATABASE_URL/);
    const own = await findings({ DATA_DIR: folder.path, SERVICE_PROVIDER: "fixture" });
    expect(own.code).toBe(0);
    expect(own.found.database).toMatch(/^ok: .*made at the first start/);
  });

  test.concurrent("F35: settings that are wrong are told like at a start", async () => {
    const { code, stderr } = await finished(["doctor"], { PORT: "eighty" });
    expect([code, stderr]).toEqual([78, "PORT must be an integer from 0 to 65535\n"]);
  });

  test.concurrent("F35: a variable that looks like a setting is told by doctor and by a start", async () => {
    await using database = await testDatabase();
    const env = {
      ...databaseEnv(database),
      TMDB_TOKEN: "a-secret-token",
      SERVICE_ADMINTOKEN: "a-secret-token",
      SERVICE_PROVIDER: "fixture",
    };
    const { code, stdout } = await finished(["doctor"], env);
    const warnings = [
      "TMDB_TOKEN is no setting and is ignored; TMDB_API_TOKEN is not set",
      "SERVICE_ADMINTOKEN is no setting and is ignored; SERVICE_ADMIN_TOKEN is not set",
    ];
    expect(code).toBe(0);
    for (const warning of warnings) expect(stdout).toContain(`warning  settings      ${warning}\n`);
    await using service = program(["serve"], { ...env, PORT: "0" });
    await service.says(/listens on/);
    const logged = service.said.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
    expect(logged).toEqual(expect.arrayContaining(warnings));
    expect(stdout + service.said.stderr).not.toContain("a-secret-token");
  });
});
