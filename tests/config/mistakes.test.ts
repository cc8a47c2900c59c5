import { describe, expect, test } from "bun:test";
import { ConfigError, loadConfig } from "~/config";
import { file, long, mistakesOf, random } from "./environment";

describe("mistakes in the settings", () => {
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
    ["CATALOG_LANGUAGES", "french"],
    ["CATALOG_LANGUAGES", "fr_CA"],
    ["CATALOG_LANGUAGES", "fr,,de"],
    ["CATALOG_LANGUAGES", "fr,de,es,it,pt,nl"],
    ["REFRESH", "yes"],
    ["REFRESH_SHARE", "0.0005"],
    ["REFRESH_SHARE", "2"],
    ["REFRESH_SHARE", "1e-1"],
    ["REFRESH_AIRING_HOURS", "0.0009"],
    ["REFRESH_CURRENT_HOURS", "-6"],
    ["REFRESH_POPULAR_HOURS", "0,5"],
    ["REFRESH_MAX_AGE_DAYS", "181"],
    ["REFRESH_CHANGES_HOURS", "hourly"],
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
});
