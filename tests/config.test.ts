import { describe, expect, test } from "bun:test";
import { loadConfig } from "~/config";
import { settings } from "~/config/settings";
import { long, mistakesOf, random } from "./config/environment";

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
      isPlanned: false,
      catalogLanguages: [],
      refresh: {
        isOn: true,
        share: 0.5,
        intervals: { airing: 21_600, current: 86_400, popular: 259_200, rest: 12_960_000 },
        changesEvery: 3_600,
      },
      searchBackend: "postgres",
      meili: undefined,
      hotAnswersBytes: 64_000_000,
      changesTombstoneDays: 365,
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
      HOT_ANSWERS_MB: "0",
      CHANGES_TOMBSTONE_DAYS: "30",
      MAX_BODY_BYTES: "1024",
      SERVICE_TOKEN_TTL_SECONDS: "300",
      CATALOG_LANGUAGES: "FR-ca, de,de,zh-Hant,zh-tw",
      REFRESH: "off",
      REFRESH_SHARE: "1",
      REFRESH_AIRING_HOURS: "0.001",
      REFRESH_CURRENT_HOURS: "2",
      REFRESH_POPULAR_HOURS: "2.5",
      REFRESH_MAX_AGE_DAYS: "180",
      REFRESH_CHANGES_HOURS: "12",
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
      isPlanned: false,
      catalogLanguages: ["fr-CA", "de", "zh-TW"],
      refresh: {
        isOn: false,
        share: 1,
        intervals: { airing: 3.6, current: 7_200, popular: 9_000, rest: 15_552_000 },
        changesEvery: 43_200,
      },
      searchBackend: "meilisearch",
      meili: { url: "http://127.0.0.1:7700", key: "key", index: "titles" },
      hotAnswersBytes: 0,
      changesTombstoneDays: 30,
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
