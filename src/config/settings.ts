/** A setting as the README lists it: name, default value as a string, and meaning. */
export type Setting = { name: string; default?: string; secret?: true; meaning: string };

/** All settings. A `secret` can also be given as a file: NAME_FILE. */
export const settings = [
  {
    name: "NODE_ENV",
    default: "development",
    meaning: "`production` disables conveniences for development; also `test`",
  },
  {
    name: "DATABASE_URL",
    secret: true,
    meaning: "PostgreSQL to use; unset: an embedded one in DATA_DIR",
  },
  {
    name: "DATABASE_REPLICA_URL",
    secret: true,
    meaning: "A hot standby for reads of the catalog; unset: all reads use the primary",
  },
  { name: "DATA_DIR", default: "./data", meaning: "Folder of the embedded PostgreSQL's data" },
  {
    name: "SERVICE_ADMIN_TOKEN",
    secret: true,
    meaning:
      "Operator tokens (1 to 3); unset: administration is off in production, else a token is generated at start",
  },
  {
    name: "SERVICE_SECRET_KEY",
    secret: true,
    meaning: "Signs access tokens; required in production, else generated at start",
  },
  {
    name: "SERVICE_SECRET_KEY_PREVIOUS",
    secret: true,
    meaning: "Earlier keys (up to 8) whose tokens are still valid",
  },
  {
    name: "SERVICE_TOKEN_TTL_SECONDS",
    default: "604800",
    meaning: "Lifetime of an access token, 300 to 2592000",
  },
  {
    name: "SERVICE_PROVIDER",
    default: "tmdb",
    meaning: "Source of metadata: `tmdb`, or `fixture` for the demo",
  },
  {
    name: "TMDB_API_TOKEN",
    secret: true,
    meaning: "API read access token of TMDB; without it ingestion jobs fail",
  },
  {
    name: "TMDB_BASE_URL",
    default: "https://api.themoviedb.org/3",
    meaning: "Base URL of the provider's API",
  },
  { name: "HOST", default: "127.0.0.1", meaning: "Address to listen on" },
  { name: "PORT", default: "8080", meaning: "Port to listen on; 0 takes a free one" },
  {
    name: "SERVICE_DEFAULT_REGION",
    default: "US",
    meaning: "Default country of now playing and upcoming",
  },
  { name: "NOW_PLAYING_DAYS_BEFORE", default: "42", meaning: "Now playing: days back from today" },
  { name: "NOW_PLAYING_DAYS_AFTER", default: "6", meaning: "Now playing: days ahead of today" },
  { name: "UPCOMING_DAYS", default: "60", meaning: "Upcoming: days ahead, from tomorrow" },
  {
    name: "TRENDING_CRON",
    default: "0 6,18 * * *",
    meaning: "When trending is refreshed (cron, UTC)",
  },
  { name: "WORKER_CONCURRENCY", default: "4", meaning: "Ingestion threads" },
  {
    name: "PROVIDER_RPS",
    default: "20",
    meaning: "Maximum number of requests to the provider per second, all processes together",
  },
  {
    name: "CATALOG_LANGUAGES",
    meaning:
      "Languages in which the texts of episodes are fetched, too, such as `fr-CA,de`; up to 5, each one more request per season",
  },
  {
    name: "REFRESH",
    default: "on",
    meaning: "`off`: no record is fetched again by itself, and no lists of changes are read",
  },
  {
    name: "REFRESH_SHARE",
    default: "0.5",
    meaning: "Share of PROVIDER_RPS for fetching records again, 0.001 to 1",
  },
  {
    name: "REFRESH_AIRING_HOURS",
    default: "6",
    meaning: "Hours between fetches of a season with an episode in the week before or after today",
  },
  {
    name: "REFRESH_CURRENT_HOURS",
    default: "24",
    meaning: "The same for running series, and movies around their release or before it",
  },
  {
    name: "REFRESH_POPULAR_HOURS",
    default: "72",
    meaning: "The same for the 1000 most popular movies and series, and what is trending",
  },
  {
    name: "REFRESH_MAX_AGE_DAYS",
    default: "150",
    meaning: "Days after which everything else is fetched again, 1 to 180",
  },
  {
    name: "REFRESH_CHANGES_HOURS",
    default: "1",
    meaning: "Hours between readings of the provider's lists of changes",
  },
  {
    name: "PROVIDER_TIMEOUT_MS",
    default: "10000",
    meaning: "Timeout of a request to the provider",
  },
  {
    name: "SEARCH_BACKEND",
    default: "postgres",
    meaning:
      "Searches: `postgres` alone, or with `meilisearch` as secondary search (needs MEILI_URL)",
  },
  {
    name: "MEILI_URL",
    meaning: "A Meilisearch server to keep in sync with the catalog; unset: none",
  },
  { name: "MEILI_KEY", secret: true, meaning: "Its master key, or an API key for all actions" },
  { name: "MEILI_INDEX", default: "catalog", meaning: "Name of its index" },
  {
    name: "HOT_ANSWERS_MB",
    default: "64",
    meaning: "Memory for answers of the catalog that are kept until it changes; 0: none are kept",
  },
  {
    name: "CHANGES_TOMBSTONE_DAYS",
    default: "365",
    meaning: "How long the change feed tells of what was deleted, in days, 1 to 36500",
  },
  { name: "MAX_BODY_BYTES", default: "65536", meaning: "Maximum size of a request body" },
  {
    name: "RATE_LIMIT_AUTH",
    default: "20",
    meaning: "Requests below /auth per minute and address; 0: no limit",
  },
  {
    name: "RATE_LIMIT_PUBLIC",
    default: "600",
    meaning: "Requests to everything else except /admin, per minute and address; 0: no limit",
  },
  {
    name: "RATE_LIMIT_SEARCH",
    default: "120",
    meaning: "Searches, per minute and address; 0: no limit",
  },
  {
    name: "RATE_LIMIT_ADMIN",
    default: "60",
    meaning: "Requests below /admin, per minute and address; 0: no limit",
  },
  {
    name: "RATE_LIMIT_LOGIN_FAILURES",
    default: "10",
    meaning: "Failed logins per email and address in 15 minutes; 0: no limit",
  },
  {
    name: "RATE_LIMIT_STORE",
    default: "memory",
    meaning:
      "Where requests are counted: `memory`, or `postgres` for one limit over several replicas",
  },
  {
    name: "TRUST_PROXY",
    default: "false",
    meaning:
      "Number of proxies in front that add to X-Forwarded-For; `false`: the header is ignored",
  },
  {
    name: "CORS_ORIGINS",
    meaning: "Web origins that may call the API (not administration), separated by commas",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning:
      "OpenTelemetry collector for traces of requests, such as `http://host:4318`; unset: none",
  },
  {
    name: "LOG_LEVEL",
    default: "info",
    meaning: "`fatal` `error` `warn` `info` `debug` `trace` or `silent`",
  },
] as const satisfies readonly Setting[];

/** The name of a setting. */
export type SettingName = (typeof settings)[number]["name"];
