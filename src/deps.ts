import pino from "pino";
import type { Config } from "~/config";
import { CatalogChanges } from "~/db/catalog-changes";
import { type Database, type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { pauseCalls, reserveCall } from "~/db/provider-pace";
import { openReplica, type Replica } from "~/db/replica";
import { demoProvider } from "~/demo/provider";
import { HotAnswers } from "~/http/hot-answers/hot-answers";
import { openProvider, type Provider, type ProviderCall } from "~/provider/http/client";
import { freePace, type Pace, reservedPace } from "~/provider/http/pace";
import { plannedPace } from "~/refresh/budget";
import { refreshBudget } from "~/refresh/steps";

export type Log = pino.Logger;

/** What the parts of the service use; opened here and nowhere else. */
export type Deps = Database & {
  config: Config;
  provider: Provider;
  /** The same provider for jobs of the planner, whose calls have a budget. */
  planned: Provider;
  log: Log;
  /** The hot standby for reads of requests; undefined if there is none. */
  replica: Replica | undefined;
  /** Kept answers of the catalog; undefined if none are kept. Not for use before `hot.changes.start()`. */
  hot: HotAnswers | undefined;
};

/** Requests need many connections and short statement timeouts, a worker thread the opposite. */
type Role = "http" | "worker" | "relay";

const pools = {
  http: { max: 10, statement_timeout_ms: 3_000, lock_timeout_ms: 2_000 },
  worker: { max: 3, statement_timeout_ms: 60_000, lock_timeout_ms: 20_000 },
  // One connection: the relay's statements run on the session that holds its lock.
  relay: { max: 1, statement_timeout_ms: 20_000, lock_timeout_ms: 10_000 },
} as const satisfies Record<Role, object>;

/** Opens the dependencies for a role. Nothing connects before its first use. */
export function openDeps(
  config: Config,
  address: DatabaseAddress,
  role: Role,
  onProviderCall?: (call: ProviderCall) => void,
): Deps {
  const database = openDatabase(address, { ...pools[role], name: `media-catalog ${role}` });
  const log = openLog(config);
  const replica = role === "http" ? replicaOf(config, database, log) : undefined;
  const hot = role === "http" ? openHotAnswers(config, address, log) : undefined;
  const close = async () => {
    await Promise.all([replica?.close(), hot?.changes.close(), database.close()]);
  };
  const { db } = database;
  const provider = providerOf(config, paceOf(config, db), onProviderCall);
  const planned = providerOf(config, plannedPaceOf(config, db), onProviderCall);
  return { ...database, close, config, provider, planned, log, replica, hot };
}

/**
 * How long a standby may lag behind a commit that was heard of: longer than the lag with which it is used, and
 * the time in which that is noticed (see db/replica.ts).
 */
const STANDBY_LAG_MS = 40_000;

/** Opens the kept answers; undefined if the settings leave no memory for them. */
export function openHotAnswers(
  { hotAnswersBytes: maxBytes, databaseReplicaUrl, searchBackend }: Config,
  address: DatabaseAddress,
  log: Log,
): HotAnswers | undefined {
  if (maxBytes === 0) return undefined;
  const onHearing = (hears: boolean) =>
    hears
      ? log.info("changes of the catalog are heard of again: answers are kept")
      : log.warn(
          "changes of the catalog are not heard of: no answers are kept (PgBouncer in transaction mode does not pass notifications on)",
        );
  return new HotAnswers({
    maxBytes,
    changes: (onChange) => new CatalogChanges(address, { onChange, onHearing }),
    lag_ms: databaseReplicaUrl === undefined ? 0 : STANDBY_LAG_MS,
    // Nothing tells when Meilisearch has changed.
    isKept: (route) => searchBackend === "postgres" || route !== "/api/v1/search",
  });
}

function replicaOf(config: Config, primary: Database, log: Log): Replica | undefined {
  const url = config.databaseReplicaUrl;
  if (url === undefined) return undefined;
  const standby = openDatabase({ url }, { ...pools.http, name: "media-catalog replica" });
  const onChange = (state: string) =>
    state === "ok"
      ? log.info("the replica is available: the catalog is read from it")
      : log.warn("the replica is unavailable: the catalog is read from the primary");
  return openReplica(primary, standby, { onChange });
}

/** Logs one JSON object per line on standard error; standard output is for people. */
export function openLog(config: Config): Log {
  const destination = pino.destination({ fd: 2, sync: true });
  // A full disk or a closed pipe loses the line but does not end the process.
  destination.on("error", () => {});
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level: config.logLevel, base: null, timestamp }, destination);
}

function providerOf(
  config: Config,
  pace: Pace,
  onCall: ((call: ProviderCall) => void) | undefined,
): Provider {
  const { tmdb, providerTimeoutMs: timeout_ms } = config;
  if (config.provider === "tmdb") {
    return openProvider({ base_url: tmdb.baseUrl, token: tmdb.token, timeout_ms, pace, onCall });
  }
  return openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms,
    pace,
    onCall,
    fetch: (request) => demoAt(config.demoSince, Date.now())(request),
  });
}

const paceOf = (config: Config, db: Db): Pace =>
  config.provider === "tmdb" ? sharedPace(db, config.providerRps) : freePace;

const plannedPaceOf = (config: Config, db: Db): Pace =>
  plannedPace(
    db,
    { provider: "tmdb", callsPerSecond: config.providerRps, budget: refreshBudget(config) },
    paceOf(config, db),
  );

const demoAt = (since: number | undefined, now: number) =>
  demoProvider({
    today: new Date(now).toISOString().slice(0, 10),
    clock: since === undefined ? undefined : { since, now },
  });

/** The call rate that all threads and replicas share; it is kept in the database. */
const sharedPace = (db: Db, callsPerSecond: number): Pace =>
  reservedPace(
    () => reserveCall(db, "tmdb", callsPerSecond),
    (seconds) => pauseCalls(db, "tmdb", seconds),
  );
