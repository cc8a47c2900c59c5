import pino from "pino";
import type { Config } from "~/config";
import { type Database, type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { pauseCalls, reserveCall } from "~/db/provider-pace";
import { openReplica, type Replica } from "~/db/replica";
import { demoProvider } from "~/demo/provider";
import { openProvider, type Provider, type ProviderCall } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { freePace, type Pace } from "~/provider/http/pace";

export type Log = pino.Logger;

/** Everything a part of the service can ask for; opened here and nowhere else. */
export type Deps = Database & {
  config: Config;
  provider: Provider;
  log: Log;
  /** The hot standby that requests may read from; undefined where there is none. */
  replica: Replica | undefined;
};

/** Who asks: requests want short statements and many connections, a worker thread the opposite. */
type Role = "http" | "worker" | "relay";

const pools = {
  http: { max: 10, statement_timeout_ms: 3_000, lock_timeout_ms: 2_000 },
  worker: { max: 3, statement_timeout_ms: 60_000, lock_timeout_ms: 20_000 },
  // One connection: what holds the relay's lock is what its statements run on.
  relay: { max: 1, statement_timeout_ms: 20_000, lock_timeout_ms: 10_000 },
} as const satisfies Record<Role, object>;

/** Opens what a role needs. Nothing connects before the first use. */
export function openDeps(
  config: Config,
  address: DatabaseAddress,
  role: Role,
  onProviderCall?: (call: ProviderCall) => void,
): Deps {
  const database = openDatabase(address, { ...pools[role], name: `media-catalog ${role}` });
  const log = openLog(config);
  const replica = role === "http" ? replicaOf(config, database, log) : undefined;
  const close = async () => {
    await Promise.all([replica?.close(), database.close()]);
  };
  const provider = providerOf(config, database.db, onProviderCall);
  return { ...database, close, config, provider, log, replica };
}

function replicaOf(config: Config, primary: Database, log: Log): Replica | undefined {
  const url = config.databaseReplicaUrl;
  if (url === undefined) return undefined;
  const standby = openDatabase({ url }, { ...pools.http, name: "media-catalog replica" });
  const tell = (state: string) =>
    state === "ok"
      ? log.info("the replica is well: the catalog is read from it")
      : log.warn("the replica is away: the catalog is read from the primary");
  return openReplica(primary, standby, { tell });
}

/** One JSON object a line on standard error; standard output is for people. */
export function openLog(config: Config): Log {
  const destination = pino.destination({ fd: 2, sync: true });
  // A full disk or a closed pipe costs the line, not the process (F12).
  destination.on("error", () => {});
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level: config.logLevel, base: null, timestamp }, destination);
}

function providerOf(
  config: Config,
  db: Db,
  onCall: ((call: ProviderCall) => void) | undefined,
): Provider {
  const { tmdb, providerTimeoutMs: timeout_ms } = config;
  if (config.provider === "tmdb") {
    const pace = sharedPace(db, config.providerRps);
    return openProvider({ base_url: tmdb.baseUrl, token: tmdb.token, timeout_ms, pace, onCall });
  }
  return openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms,
    pace: freePace,
    onCall,
    fetch: (request) => demoProvider({ today: new Date().toISOString().slice(0, 10) })(request),
  });
}

/** A pause up to this long is waited for; for a longer one the job goes back to the queue. */
const PATIENCE_SECONDS = 2;

/** The pace of all threads and replicas together, kept in the database (M138, F17). */
function sharedPace(db: Db, callsPerSecond: number): Pace {
  const take = async (): Promise<void> => {
    const { wait, paused } = await reserveCall(db, "tmdb", callsPerSecond);
    if (paused > PATIENCE_SECONDS) {
      const message = "The provider asked to wait; no call is made until then.";
      throw new ProviderError("provider_rate_limited", message, Math.ceil(paused));
    }
    await Bun.sleep(1_000 * (paused || wait));
    if (paused > 0) await take();
  };
  return { take, pause: (seconds) => pauseCalls(db, "tmdb", seconds) };
}
