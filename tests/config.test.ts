import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, loadConfig } from "~/config";
import { settings } from "~/config/settings";

const long = (mark: string) => `${mark}-0123456789-0123456789-0123456789`;
const random = () => long("random");

const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
};

const file = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "config-")), "secret");
  writeFileSync(path, content);
  return path;
};

describe("loadConfig", () => {
  test("D2, M139, M141: an empty environment is development with all defaults and its own secrets", () => {
    expect(loadConfig({}, { random })).toEqual({
      environment: "development",
      databaseUrl: undefined,
      databaseReplicaUrl: undefined,
      dataDir: "./data",
      otlpEndpoint: undefined,
      admin: { disabled: false, generated: true, tokens: [random()] },
      secretKey: { generated: true, current: random(), previous: [] },
      tokenTtlSeconds: 604_800,
      provider: "tmdb",
      tmdb: { token: undefined, baseUrl: "https://api.themoviedb.org/3" },
      host: "127.0.0.1",
      port: 8080,
      defaultRegion: "US",
      nowPlayingDaysBefore: 42,
      nowPlayingDaysAfter: 6,
      upcomingDays: 60,
      trendingCron: "0 6,18 * * *",
      workerConcurrency: 4,
      providerRps: 20,
      providerTimeoutMs: 10_000,
      searchBackend: "postgres",
      meili: undefined,
      maxBodyBytes: 65_536,
      rateLimits: {
        auth: 20,
        public: 600,
        search: 120,
        admin: 60,
        loginFailures: 10,
        store: "memory",
      },
      trustedProxies: 0,
      corsOrigins: [],
      logLevel: "info",
      warnings: ["SERVICE_SECRET_KEY is not set: access tokens end with this process"],
      lookalikes: [],
    });
  });

  test("D2: every setting is taken from the environment", () => {
    const config = loadConfig({
      NODE_ENV: "production",
      DATABASE_URL: "postgres://u:p@db/catalog",
      DATABASE_REPLICA_URL: "postgres://u:p@standby/catalog",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
      DATA_DIR: "/var/lib/catalog",
      SERVICE_ADMIN_TOKEN: `${long("a")}, ${long("b")}`,
      SERVICE_SECRET_KEY: long("k"),
      SERVICE_SECRET_KEY_PREVIOUS: long("o"),
      SERVICE_PROVIDER: "fixture",
      TMDB_API_TOKEN: "token",
      TMDB_BASE_URL: "http://127.0.0.1:9000/3/",
      HOST: "0.0.0.0",
      PORT: "0",
      SERVICE_DEFAULT_REGION: "de",
      NOW_PLAYING_DAYS_BEFORE: "30",
      NOW_PLAYING_DAYS_AFTER: "0",
      UPCOMING_DAYS: "90",
      TRENDING_CRON: "30 5 * * *",
      WORKER_CONCURRENCY: "2",
      PROVIDER_RPS: "40",
      PROVIDER_TIMEOUT_MS: "500",
      SEARCH_BACKEND: "meilisearch",
      MEILI_URL: "http://127.0.0.1:7700/",
      MEILI_KEY: "key",
      MEILI_INDEX: "titles",
      MAX_BODY_BYTES: "1024",
      SERVICE_TOKEN_TTL_SECONDS: "300",
      RATE_LIMIT_AUTH: "1",
      RATE_LIMIT_PUBLIC: "0",
      RATE_LIMIT_SEARCH: "3",
      RATE_LIMIT_ADMIN: "4",
      RATE_LIMIT_LOGIN_FAILURES: "5",
      RATE_LIMIT_STORE: "postgres",
      TRUST_PROXY: "2",
      CORS_ORIGINS: "https://app.test, http://localhost:3000",
      LOG_LEVEL: "silent",
    });

    expect(config).toEqual({
      environment: "production",
      databaseUrl: "postgres://u:p@db/catalog",
      databaseReplicaUrl: "postgres://u:p@standby/catalog",
      dataDir: "/var/lib/catalog",
      otlpEndpoint: "http://collector:4318",
      admin: { disabled: false, generated: false, tokens: [long("a"), long("b")] },
      secretKey: { generated: false, current: long("k"), previous: [long("o")] },
      tokenTtlSeconds: 300,
      provider: "fixture",
      tmdb: { token: "token", baseUrl: "http://127.0.0.1:9000/3" },
      host: "0.0.0.0",
      port: 0,
      defaultRegion: "DE",
      nowPlayingDaysBefore: 30,
      nowPlayingDaysAfter: 0,
      upcomingDays: 90,
      trendingCron: "30 5 * * *",
      workerConcurrency: 2,
      providerRps: 40,
      providerTimeoutMs: 500,
      searchBackend: "meilisearch",
      meili: { url: "http://127.0.0.1:7700", key: "key", index: "titles" },
      maxBodyBytes: 1_024,
      rateLimits: {
        auth: 1,
        public: 0,
        search: 3,
        admin: 4,
        loginFailures: 5,
        store: "postgres",
      },
      trustedProxies: 2,
      corsOrigins: ["https://app.test", "http://localhost:3000"],
      logLevel: "silent",
      warnings: [],
      lookalikes: [],
    });
  });

  test("M159: Meilisearch is off without MEILI_URL, and /search cannot need it then", () => {
    expect(loadConfig({ MEILI_KEY: "key", MEILI_INDEX: "titles" }).meili).toBeUndefined();
    expect(mistakesOf({ SEARCH_BACKEND: "meilisearch" })).toEqual([
      "SEARCH_BACKEND=meilisearch needs MEILI_URL",
    ]);
    expect(mistakesOf({ MEILI_URL: "localhost:7700", MEILI_INDEX: "a b" })).toEqual([
      "MEILI_INDEX must be 1 to 64 letters, digits, _ or -",
      "MEILI_URL must be a URL that starts with https:// or http://, without a query or a fragment",
    ]);
  });

  test("M139: production without an operator token has no administration", () => {
    const { admin } = loadConfig({ NODE_ENV: "production", SERVICE_SECRET_KEY: long("k") });

    expect(admin).toEqual({ disabled: true, generated: false, tokens: [] });
  });

  test("M141: production without a secret key does not start and says how to make one", () => {
    expect(mistakesOf({ NODE_ENV: "production" })).toEqual([
      "SERVICE_SECRET_KEY must be set in production; make one with: openssl rand -base64 48",
    ]);
  });

  test.each(["q".repeat(40), "hunter2", `${long("k")},${long("l")}`])(
    "M141: production with the unfit secret key %p does not start",
    (key) => {
      const [mistake = "", ...others] = mistakesOf({
        NODE_ENV: "production",
        SERVICE_SECRET_KEY: key,
      });

      expect(mistake).toStartWith("SERVICE_SECRET_KEY must be one entry of 32 or more");
      expect(mistake).toEndWith("; make one with: openssl rand -base64 48");
      expect(mistake).not.toContain(key);
      expect(others).toEqual([]);
    },
  );

  test("M141: at home an unfit secret key is replaced by a made one, with a warning", () => {
    const { secretKey, warnings } = loadConfig({ SERVICE_SECRET_KEY: "hunter2" }, { random });

    expect(secretKey).toEqual({ generated: true, current: random(), previous: [] });
    expect(warnings).toEqual([
      "SERVICE_SECRET_KEY is not used (it must be 32 or more printable ASCII characters, not all the same): access tokens end with this process",
    ]);
  });

  test("M141: a command that serves no HTTP needs no secret key in production", () => {
    const { secretKey } = loadConfig({ NODE_ENV: "production" }, { serves: false, random });

    expect(secretKey).toEqual({ generated: true, current: random(), previous: [] });
  });

  test("M139, M141: made secrets are long and new each time", () => {
    const [one, two] = [loadConfig({}), loadConfig({})];
    const secrets = [one, two].flatMap(({ admin, secretKey }) => [
      ...admin.tokens,
      secretKey.current,
    ]);

    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{48}$/);
  });

  test.each([
    ["NODE_ENV", "staging"],
    ["DATABASE_URL", "mysql://u:p@db/x"],
    ["DATABASE_URL", "db:5432"],
    ["SERVICE_ADMIN_TOKEN", "short"],
    ["SERVICE_ADMIN_TOKEN", "x".repeat(40)],
    ["SERVICE_ADMIN_TOKEN", ["a", "b", "c", "d"].map(long).join(",")],
    ["SERVICE_ADMIN_TOKEN", `${long("a")},`],
    ["SERVICE_SECRET_KEY_PREVIOUS", "old"],
    ["SERVICE_PROVIDER", "imdb"],
    ["TMDB_BASE_URL", "ftp://x"],
    ["PORT", "65536"],
    ["PORT", "80a"],
    ["PORT", "-1"],
    ["SERVICE_DEFAULT_REGION", "USA"],
    ["UPCOMING_DAYS", "731"],
    ["TRENDING_CRON", "0 25 * * *"],
    ["TRENDING_CRON", "0 0 31 2 *"],
    ["WORKER_CONCURRENCY", "0"],
    ["PROVIDER_RPS", "1e3"],
    ["PROVIDER_TIMEOUT_MS", "99"],
    ["MAX_BODY_BYTES", "9.5"],
    ["SERVICE_TOKEN_TTL_SECONDS", "299"],
    ["RATE_LIMIT_AUTH", "-1"],
    ["RATE_LIMIT_PUBLIC", "many"],
    ["RATE_LIMIT_SEARCH", "1.5"],
    ["RATE_LIMIT_ADMIN", "1000001"],
    ["RATE_LIMIT_LOGIN_FAILURES", "x"],
    ["RATE_LIMIT_STORE", "redis"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "11"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "null"],
    ["CORS_ORIGINS", "https://app.test/"],
    ["CORS_ORIGINS", "https://app.test,ftp://x"],
    ["LOG_LEVEL", "loud"],
  ])("F35: a wrong %s is named without its value", (name, value) => {
    const mistakes = mistakesOf({ [name]: value });

    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toStartWith(`${name} must be `);
    expect(mistakes[0]).not.toContain(value);
  });

  test.each([
    ["TMDB_BASE_URL", "http://tmdb.test/3?api_key=a-secret"],
    ["TMDB_BASE_URL", "http://tmdb.test/3#v3"],
    ["TMDB_BASE_URL", "http://tmdb.test/3?"],
    ["MEILI_URL", "http://meili.test?key=a-secret"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.test/#traces"],
  ])("F35: %s takes no query and no fragment, to which no path can be added", (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([
      `${name} must be a URL that starts with https:// or http://, without a query or a fragment`,
    ]);
  });

  test("F35: all mistakes are told at once, one a line", () => {
    const load = () =>
      loadConfig({ PORT: "x", LOG_LEVEL: "loud", SERVICE_SECRET_KEY_PREVIOUS: "hunter2" });

    expect(load).toThrow(
      new ConfigError([
        "SERVICE_SECRET_KEY_PREVIOUS must be one to 8 entries separated by commas of 32 or more printable ASCII characters, not all the same",
        "PORT must be an integer from 0 to 65535",
        "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent",
      ]),
    );
  });

  test("an empty setting is one that is not set", () => {
    expect(
      loadConfig({ PORT: "", SERVICE_ADMIN_TOKEN: "", DATABASE_URL: " " }, { random }),
    ).toEqual(loadConfig({}, { random }));
  });

  test("a secret can come from a file, whose last line break does not count", () => {
    const { tmdb } = loadConfig({ TMDB_API_TOKEN_FILE: file("from-file\n") });

    expect(tmdb.token).toBe("from-file");
  });

  test("F35: a secret file that cannot be read, or a secret given twice, is a mistake", () => {
    expect(mistakesOf({ DATABASE_URL_FILE: "/nowhere/secret" })).toEqual([
      "DATABASE_URL_FILE must name a file that can be read",
    ]);
    expect(mistakesOf({ TMDB_API_TOKEN: "a", TMDB_API_TOKEN_FILE: file("b") })).toEqual([
      "TMDB_API_TOKEN and TMDB_API_TOKEN_FILE exclude each other; set one of them",
    ]);
  });

  test.each([
    ["TMDB_TOKEN", "TMDB_API_TOKEN"],
    ["TMDB_API_KEY", "TMDB_API_TOKEN"],
    ["TMDB_API_READ_TOKEN", "TMDB_API_TOKEN"],
    ["SERVICE_ADMINTOKEN", "SERVICE_ADMIN_TOKEN"],
    ["ADMIN_TOKEN", "SERVICE_ADMIN_TOKEN"],
    ["SECRET_KEY", "SERVICE_SECRET_KEY"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["DATABASE_URI_FILE", "DATABASE_URL_FILE"],
    ["POSTGRES_URL", "DATABASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["DATADIR", "DATA_DIR"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["CORS_ORIGIN", "CORS_ORIGINS"],
    ["RATE_LIMIT_SEARHC", "RATE_LIMIT_SEARCH"],
    ["PROVIDER_TIMEOUT", "PROVIDER_TIMEOUT_MS"],
    ["MEILISEARCH_KEY", "MEILI_KEY"],
    ["port", "PORT"],
  ])("F35: %s is told to look like %s, without its value", (name, setting) => {
    expect(loadConfig({ [name]: "a-value" }).lookalikes).toEqual([
      `${name} is no setting and is ignored; ${setting} is not set`,
    ]);
  });

  test("F35: what other programs use, is empty, or stands beside the right name is not told", () => {
    const others =
      "PATH HOME HOSTNAME TMPDIR PGHOST PGPORT PGUSER NODE_OPTIONS LOGNAME SSH_PORT POST HOSTS OTEL_EXPORTER_OTLP_HEADERS MEILI_ENV MEILI_PORT DATABASE_PORT KUBERNETES_SERVICE_PORT BASE_URL API_TOKEN";
    const env = Object.fromEntries(others.split(" ").map((name) => [name, "set"]));
    expect(loadConfig({ ...env, DATABASE_URI: "" }).lookalikes).toEqual([]);
    const both = { TMDB_TOKEN: "a", TMDB_API_TOKEN: "b", MEILI_MASTER_KEY: "a", MEILI_KEY: "b" };
    expect(loadConfig(both).lookalikes).toEqual([]);
    const inFile = { TMDB_TOKEN: "a", TMDB_API_TOKEN_FILE: file("b") };
    expect(loadConfig(inFile).lookalikes).toEqual([]);
  });

  test("the result is frozen, also inside", () => {
    const config = loadConfig({});

    expect(
      [config, config.admin, config.admin.tokens, config.secretKey, config.tmdb].map(
        Object.isFrozen,
      ),
    ).toEqual([true, true, true, true, true]);
  });

  test("D2: every setting is listed once with a meaning", () => {
    const names = settings.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    for (const { meaning } of settings) expect(meaning).not.toBe("");
  });
});
