import { readFileSync } from "node:fs";

type Env = Readonly<Record<string, string | undefined>>;

/** A setting as the README lists it: its name in the environment, the default as one would write it, its meaning. */
export type Setting = { name: string; default?: string; secret?: true; meaning: string };

/** Every setting of the service. Each `secret` one can also be given as a file: NAME_FILE. */
export const settings = [
  {
    name: "NODE_ENV",
    default: "development",
    meaning: "`production` closes what is convenient only at home; also `test`",
  },
  {
    name: "DATABASE_URL",
    secret: true,
    meaning: "PostgreSQL to use; unset: one of its own under DATA_DIR",
  },
  { name: "DATA_DIR", default: "./data", meaning: "Folder of the embedded PostgreSQL's data" },
  {
    name: "SERVICE_ADMIN_TOKEN",
    secret: true,
    meaning: "Operator tokens (1 to 3); unset: off in production, else made at start",
  },
  {
    name: "SERVICE_SECRET_KEY",
    secret: true,
    meaning: "Signs access tokens; production needs it, else made at start",
  },
  { name: "SERVICE_SECRET_KEY_PREVIOUS", secret: true, meaning: "Earlier keys that still verify" },
  {
    name: "SERVICE_PROVIDER",
    default: "tmdb",
    meaning: "Source of metadata: `tmdb`, or `fixture` for the demo",
  },
  {
    name: "TMDB_API_TOKEN",
    secret: true,
    meaning: "The provider's API read token; without it ingestion jobs fail",
  },
  {
    name: "TMDB_BASE_URL",
    default: "https://api.themoviedb.org/3",
    meaning: "The provider's address",
  },
  { name: "HOST", default: "127.0.0.1", meaning: "Address to listen on" },
  { name: "PORT", default: "8080", meaning: "Port to listen on; 0 takes a free one" },
  { name: "SERVICE_DEFAULT_REGION", default: "US", meaning: "Country of now playing and upcoming" },
  { name: "NOW_PLAYING_DAYS_BEFORE", default: "42", meaning: "Now playing: days back from today" },
  { name: "NOW_PLAYING_DAYS_AFTER", default: "6", meaning: "Now playing: days ahead of today" },
  { name: "UPCOMING_DAYS", default: "60", meaning: "Upcoming: days ahead, from tomorrow" },
  {
    name: "TRENDING_CRON",
    default: "0 6,18 * * *",
    meaning: "When trending is refreshed (cron, UTC)",
  },
  { name: "WORKER_CONCURRENCY", default: "4", meaning: "Ingestion threads" },
  { name: "PROVIDER_RPS", default: "20", meaning: "Requests to the provider per second, at most" },
  { name: "PROVIDER_TIMEOUT_MS", default: "10000", meaning: "How long one of them may take" },
  { name: "MAX_BODY_BYTES", default: "65536", meaning: "Largest request body" },
  {
    name: "LOG_LEVEL",
    default: "info",
    meaning: "`fatal` `error` `warn` `info` `debug` `trace` or `silent`",
  },
] as const satisfies readonly Setting[];

type Name = (typeof settings)[number]["name"];

const environments = ["development", "production", "test"] as const;
const providerChoices = ["tmdb", "fixture"] as const;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const secretLength = 32;

/** What the service was told, parsed and checked; frozen, also inside. */
export type Config = Readonly<{
  environment: (typeof environments)[number];
  databaseUrl: string | undefined;
  dataDir: string;
  /** `generated`: the one token was made for this run and has to be printed. */
  admin: Readonly<{ disabled: boolean; generated: boolean; tokens: readonly string[] }>;
  /** `generated`: the current key lives as long as this process, which deserves a warning. */
  secretKey: Readonly<{ generated: boolean; current: string; previous: readonly string[] }>;
  provider: (typeof providerChoices)[number];
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
  maxBodyBytes: number;
  logLevel: (typeof logLevels)[number];
}>;

/** Every mistake in the settings, one line each: the name and what is allowed, never the value (F35). */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}

const byName: ReadonlyMap<string, Setting> = new Map(settings.map((each) => [each.name, each]));

/** Reads settings one by one and keeps every mistake, so that all are told at once. */
class Reader {
  readonly mistakes: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  /** The value; an empty one counts as unset, as container tools pass it. */
  text(name: Name): string | undefined {
    const given = this.#env[name]?.trim() || undefined;
    const setting = byName.get(name);
    const file = setting?.secret && this.#env[`${name}_FILE`]?.trim();
    if (!file) return given ?? setting?.default;
    if (given === undefined) return this.#file(name, file);
    this.mistakes.push(`${name} and ${name}_FILE exclude each other; set one of them`);
    return given;
  }

  #file(name: Name, path: string): string | undefined {
    try {
      return readFileSync(path, "utf8").trim() || undefined;
    } catch {
      this.mistakes.push(`${name}_FILE must name a file that can be read`);
      return undefined;
    }
  }

  /** The value if it passes; else the mistake "NAME must be `allowed`" and, to go on with, the value. */
  checked(name: Name, allowed: string, isRight: (text: string) => boolean): string {
    const text = this.text(name) ?? "";
    if (!isRight(text)) this.mistakes.push(`${name} must be ${allowed}`);
    return text;
  }

  integer(name: Name, from: number, to: number): number {
    const isRight = (text: string) =>
      /^[0-9]{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to;
    return Number(this.checked(name, `an integer from ${from} to ${to}`, isRight));
  }

  oneOf<const Word extends string>(name: Name, words: readonly Word[]): Word {
    const isRight = (text: string) => words.some((word) => word === text);
    return this.checked(name, `one of ${words.join(", ")}`, isRight) as Word;
  }

  url(name: Name, protocols: readonly string[]): string {
    const isRight = (text: string) => protocols.includes(URL.parse(text)?.protocol ?? "");
    const allowed = protocols.map((protocol) => `${protocol}//`).join(" or ");
    return this.checked(name, `a URL that starts with ${allowed}`, isRight).replace(/\/+$/, "");
  }

  secrets(name: Name, most: number): string[] {
    const list =
      this.text(name)
        ?.split(",")
        .map((entry) => entry.trim()) ?? [];
    const isRight = (entry: string) =>
      /^[\x21-\x7e]+$/.test(entry) && entry.length >= secretLength && new Set(entry).size > 1;
    if (list.length > most || !list.every(isRight)) {
      const count = most === 1 ? "one entry" : `one to ${most} entries separated by commas`;
      const kind = `${secretLength} or more printable ASCII characters, not all the same`;
      this.mistakes.push(`${name} must be ${count} of ${kind}`);
    }
    return list;
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

function secretKey(reader: Reader, production: boolean, random: () => string) {
  const [current] = reader.secrets("SERVICE_SECRET_KEY", 1);
  const generated = current === undefined;
  const hint = "make one with: openssl rand -base64 48";
  if (generated && production) {
    reader.mistakes.push(`SERVICE_SECRET_KEY must be set in production; ${hint}`);
  }
  const previous = Object.freeze(reader.secrets("SERVICE_SECRET_KEY_PREVIOUS", 8));
  return Object.freeze({ generated, current: current ?? random(), previous });
}

function admin(reader: Reader, production: boolean, random: () => string) {
  const tokens = reader.secrets("SERVICE_ADMIN_TOKEN", 3);
  const generated = tokens.length === 0 && !production;
  return Object.freeze({
    disabled: tokens.length === 0 && production,
    generated,
    tokens: Object.freeze(generated ? [random()] : tokens),
  });
}

const randomSecret = () => crypto.getRandomValues(Buffer.alloc(36)).toString("base64url");

/**
 * Parses the settings of an environment, given at run time so that one binary serves any environment.
 * `random` makes the secrets of a development run. Throws one ConfigError that names every mistake.
 */
export function loadConfig(env: Env, { random = randomSecret } = {}): Config {
  const reader = new Reader(env);
  const environment = reader.oneOf("NODE_ENV", environments);
  const production = environment === "production";
  const config: Config = {
    environment,
    databaseUrl:
      reader.text("DATABASE_URL") && reader.url("DATABASE_URL", ["postgres:", "postgresql:"]),
    dataDir: reader.text("DATA_DIR") ?? "",
    admin: admin(reader, production, random),
    secretKey: secretKey(reader, production, random),
    provider: reader.oneOf("SERVICE_PROVIDER", providerChoices),
    tmdb: Object.freeze({
      token: reader.text("TMDB_API_TOKEN"),
      baseUrl: reader.url("TMDB_BASE_URL", ["https:", "http:"]),
    }),
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
    maxBodyBytes: reader.integer("MAX_BODY_BYTES", 1024, 16_777_216),
    logLevel: reader.oneOf("LOG_LEVEL", logLevels),
  };
  if (reader.mistakes.length > 0) throw new ConfigError([...new Set(reader.mistakes)]);
  return Object.freeze(config);
}
