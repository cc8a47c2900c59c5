import { readLanguages } from "~/config/languages";
import { lookalikes } from "~/config/lookalikes";
import { type Env, isSecret, Reader, secretRule } from "~/config/reader";
import { type RefreshConfig, readRefresh } from "~/config/refresh";

const environments = ["development", "production", "test"] as const;
const providerChoices = ["tmdb", "fixture"] as const;
const rateLimitStores = ["memory", "postgres"] as const;
const searchBackends = ["postgres", "meilisearch"] as const;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** The settings, parsed and validated; deeply frozen. */
export type Config = Readonly<{
  environment: (typeof environments)[number];
  databaseUrl: string | undefined;
  /** A hot standby for public reads; undefined: none. */
  databaseReplicaUrl: string | undefined;
  dataDir: string;
  /** Collector for traces; undefined: none. */
  otlpEndpoint: string | undefined;
  /** `generated`: the only token was generated for this run and has to be printed. */
  admin: Readonly<{ disabled: boolean; generated: boolean; tokens: readonly string[] }>;
  /** `generated`: the current key is valid for this process only; `warnings` says so. */
  secretKey: Readonly<{ generated: boolean; current: string; previous: readonly string[] }>;
  tokenTtlSeconds: number;
  provider: (typeof providerChoices)[number];
  /** When the demo's provider began to change, in milliseconds; undefined: it does not. No setting. */
  demoSince?: number;
  tmdb: Readonly<{ token: string | undefined; baseUrl: string }>;
  host: string;
  port: number;
  defaultRegion: string;
  nowPlayingDaysBefore: number;
  nowPlayingDaysAfter: number;
  upcomingDays: number;
  trendingCron: string;
  workerConcurrency: number;
  providerRps: number;
  providerTimeoutMs: number;
  /** In which languages the texts of episodes are fetched, too, such as `fr-CA`. */
  catalogLanguages: readonly string[];
  /** Whether the planner works, which needs a provider that answers. */
  isPlanned: boolean;
  refresh: RefreshConfig;
  searchBackend: (typeof searchBackends)[number];
  /** The Meilisearch index; undefined: none. */
  meili: Readonly<{ url: string; key: string | undefined; index: string }> | undefined;
  /** Bytes of memory for kept answers of the catalog; 0: none are kept. */
  hotAnswersBytes: number;
  /** How long the change feed tells of what was deleted. */
  changesTombstoneDays: number;
  maxBodyBytes: number;
  /** Requests per minute and address, failed logins per 15 minutes; 0: no limit. */
  rateLimits: Readonly<{
    auth: number;
    public: number;
    search: number;
    admin: number;
    loginFailures: number;
    store: (typeof rateLimitStores)[number];
  }>;
  /** Number of proxies in front that add to X-Forwarded-For; 0: the header is ignored. */
  trustedProxies: number;
  corsOrigins: readonly string[];
  logLevel: (typeof logLevels)[number];
  /** Warnings to log at the start; they contain no values of settings. */
  warnings: readonly string[];
  /** Warnings about variables that look like misspelled settings; also without values. */
  lookalikes: readonly string[];
}>;

/** All mistakes in the settings, one line each: name and allowed values, never the given value. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}

const country = "a country of two letters (ISO 3166-1)";
const isCountry = (text: string): boolean => /^[A-Za-z]{2}$/.test(text);

function isCron(text: string): boolean {
  try {
    return Bun.cron.parse(text) !== null;
  } catch {}
  return false;
}

type Context = { production: boolean; serves: boolean; random: () => string };

/**
 * The key that signs tokens. Only a service in production requires one; otherwise a generated key replaces a
 * missing or weak one.
 */
function secretKey(reader: Reader, { production, serves, random }: Context) {
  const required = production && serves;
  const entries = reader.list("SERVICE_SECRET_KEY");
  const [key = ""] = entries;
  const isValid = entries.length === 1 && isSecret(key);
  const rule = entries.length === 0 ? "be set in production" : `be one entry of ${secretRule}`;
  if (required && !isValid) {
    const hint = "make one with: openssl rand -base64 48";
    reader.mistakes.push(`SERVICE_SECRET_KEY must ${rule}; ${hint}`);
  }
  const previous = Object.freeze(reader.secrets("SERVICE_SECRET_KEY_PREVIOUS", 8));
  return Object.freeze({ generated: !isValid, current: isValid ? key : random(), previous });
}

/** A generated key deserves a warning, especially if it replaces one that was set. */
function secretKeyWarnings(reader: Reader, { generated }: Config["secretKey"]): string[] {
  if (!generated) return [];
  const isSet = reader.text("SERVICE_SECRET_KEY") !== undefined;
  const problem = isSet ? `is not used (it must be ${secretRule})` : "is not set";
  return [`SERVICE_SECRET_KEY ${problem}: access tokens end with this process`];
}

function admin(reader: Reader, { production, random }: Context) {
  const tokens = reader.secrets("SERVICE_ADMIN_TOKEN", 3);
  const generated = tokens.length === 0 && !production;
  return Object.freeze({
    disabled: tokens.length === 0 && production,
    generated,
    tokens: Object.freeze(generated ? [random()] : tokens),
  });
}

function replicaUrl(reader: Reader): string | undefined {
  if (reader.text("DATABASE_REPLICA_URL") === undefined) return undefined;
  if (reader.text("DATABASE_URL") === undefined) {
    reader.mistakes.push("DATABASE_REPLICA_URL needs DATABASE_URL, its primary");
  }
  return reader.url("DATABASE_REPLICA_URL", ["postgres:", "postgresql:"]);
}

function rateLimits(reader: Reader) {
  const max = 1_000_000;
  return Object.freeze({
    auth: reader.integer("RATE_LIMIT_AUTH", 0, max),
    public: reader.integer("RATE_LIMIT_PUBLIC", 0, max),
    search: reader.integer("RATE_LIMIT_SEARCH", 0, max),
    admin: reader.integer("RATE_LIMIT_ADMIN", 0, max),
    loginFailures: reader.integer("RATE_LIMIT_LOGIN_FAILURES", 0, max),
    store: reader.oneOf("RATE_LIMIT_STORE", rateLimitStores),
  });
}

function trustedProxies(reader: Reader): number {
  const isValid = (text: string) => /^(false|[1-9]|10)$/.test(text);
  const text = reader.checked("TRUST_PROXY", "false or an integer from 1 to 10", isValid);
  return text === "false" ? 0 : Number(text);
}

function corsOrigins(reader: Reader): readonly string[] {
  const origins = reader.list("CORS_ORIGINS");
  const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;
  if (!origins.every(isOrigin)) {
    const example = "https://app.example.org";
    reader.mistakes.push(`CORS_ORIGINS must be origins such as ${example}, separated by commas`);
  }
  return Object.freeze(origins);
}

/** Address, key and name of the Meilisearch index. SEARCH_BACKEND=meilisearch requires it. */
function meili(reader: Reader): Config["meili"] {
  const isName = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text);
  const index = reader.checked("MEILI_INDEX", "1 to 64 letters, digits, _ or -", isName);
  const key = reader.text("MEILI_KEY");
  if (reader.text("MEILI_URL") !== undefined) {
    return Object.freeze({ url: reader.base("MEILI_URL"), key, index });
  }
  if (reader.oneOf("SEARCH_BACKEND", searchBackends) === "meilisearch") {
    reader.mistakes.push("SEARCH_BACKEND=meilisearch needs MEILI_URL");
  }
  return undefined;
}

const randomSecret = () => crypto.getRandomValues(Buffer.alloc(36)).toString("base64url");

/**
 * Parses the settings from environment variables. `serves: false` is for commands without HTTP, which need
 * no secret key; `random` generates the secrets of a development run. Throws one ConfigError with all
 * mistakes.
 */
export function loadConfig(env: Env, { serves = true, random = randomSecret } = {}): Config {
  const reader = new Reader(env);
  const environment = reader.oneOf("NODE_ENV", environments);
  const context = { production: environment === "production", serves, random };
  const key = secretKey(reader, context);
  const provider = reader.oneOf("SERVICE_PROVIDER", providerChoices);
  const tmdb = Object.freeze({
    token: reader.text("TMDB_API_TOKEN"),
    baseUrl: reader.base("TMDB_BASE_URL"),
  });
  const config: Config = {
    environment,
    databaseUrl:
      reader.text("DATABASE_URL") && reader.url("DATABASE_URL", ["postgres:", "postgresql:"]),
    databaseReplicaUrl: replicaUrl(reader),
    dataDir: reader.text("DATA_DIR") ?? "",
    otlpEndpoint:
      reader.text("OTEL_EXPORTER_OTLP_ENDPOINT") && reader.base("OTEL_EXPORTER_OTLP_ENDPOINT"),
    admin: admin(reader, context),
    secretKey: key,
    tokenTtlSeconds: reader.integer("SERVICE_TOKEN_TTL_SECONDS", 300, 2_592_000),
    provider,
    tmdb,
    isPlanned: provider === "tmdb" && tmdb.token !== undefined,
    host: reader.text("HOST") ?? "",
    port: reader.integer("PORT", 0, 65_535),
    defaultRegion: reader.checked("SERVICE_DEFAULT_REGION", country, isCountry).toUpperCase(),
    nowPlayingDaysBefore: reader.integer("NOW_PLAYING_DAYS_BEFORE", 0, 365),
    nowPlayingDaysAfter: reader.integer("NOW_PLAYING_DAYS_AFTER", 0, 365),
    upcomingDays: reader.integer("UPCOMING_DAYS", 1, 730),
    trendingCron: reader.checked("TRENDING_CRON", "a cron expression of five fields", isCron),
    workerConcurrency: reader.integer("WORKER_CONCURRENCY", 1, 64),
    providerRps: reader.integer("PROVIDER_RPS", 1, 100_000),
    providerTimeoutMs: reader.integer("PROVIDER_TIMEOUT_MS", 100, 120_000),
    catalogLanguages: readLanguages(reader),
    refresh: readRefresh(reader),
    searchBackend: reader.oneOf("SEARCH_BACKEND", searchBackends),
    meili: meili(reader),
    hotAnswersBytes: 1_000_000 * reader.integer("HOT_ANSWERS_MB", 0, 65_536),
    changesTombstoneDays: reader.integer("CHANGES_TOMBSTONE_DAYS", 1, 36_500),
    maxBodyBytes: reader.integer("MAX_BODY_BYTES", 1024, 16_777_216),
    rateLimits: rateLimits(reader),
    trustedProxies: trustedProxies(reader),
    corsOrigins: corsOrigins(reader),
    logLevel: reader.oneOf("LOG_LEVEL", logLevels),
    warnings: Object.freeze(secretKeyWarnings(reader, key)),
    lookalikes: Object.freeze(lookalikes(env)),
  };
  if (reader.mistakes.length > 0) throw new ConfigError([...new Set(reader.mistakes)]);
  return Object.freeze(config);
}
