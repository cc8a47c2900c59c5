import { sql } from "drizzle-orm";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { limitOf, runWithin } from "./limited";
import { assertComplete, checkRows } from "./result-check";
import * as schema from "./schema";

/** Where a database is: a connection URL, or the unix socket of the embedded server. */
export type DatabaseAddress = { url: string } | { path: string; user: string; database: string };

/** What a query runs on: the pool or a transaction. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  /** The driver under `db`, for LISTEN and NOTIFY only. */
  driver: postgres.Sql;
  /** Closes all connections; waits at most 5 s for running statements. */
  close: () => Promise<void>;
};

type Options = {
  max?: number;
  statement_timeout_ms?: number;
  lock_timeout_ms?: number;
  name?: string;
};

/**
 * Opens a pool. Nothing connects until the first statement. The reconnect delay is at most 0.5 s; the
 * driver's default grows to 20 s, far longer than a restart of the server. A server that is stopping may
 * accept a connection and never answer, so connecting times out after 2 s. Together, no caller waits
 * longer than 3 s for a connection.
 */
export function openDatabase(address: DatabaseAddress, options: Options = {}): Database {
  const { max = 10, statement_timeout_ms = 3_000, lock_timeout_ms = 2_000 } = options;
  const settings: postgres.Options<Record<string, never>> = {
    max,
    connect_timeout: 2,
    fetch_types: false,
    backoff: (attempt) => Math.min(0.1 * 2 ** attempt, 0.5),
    onnotice: () => {},
    connection: {
      application_name: options.name ?? "media-catalog",
      TimeZone: "UTC",
      statement_timeout: statement_timeout_ms,
      lock_timeout: lock_timeout_ms,
      idle_in_transaction_session_timeout: 10_000,
    },
  };
  const driver = connect(address, settings);
  return {
    db: drizzle(prepared(driver), { schema }),
    driver,
    close: () => driver.end({ timeout: 5 }),
  };
}

/** Opens the driver on an address of either form; see {@link DatabaseAddress}. */
export function connect(
  address: DatabaseAddress,
  settings: postgres.Options<Record<string, never>>,
): postgres.Sql {
  if (!("url" in address)) return postgres({ ...settings, ...address });
  const url = new URL(address.url);
  const socket = url.searchParams.get("host");
  if (socket === null) return postgres(address.url, settings);
  // libpq accepts postgres:///catalog?host=/run/postgresql, the driver does not.
  url.searchParams.delete("host");
  return postgres(url.href, { ...settings, host: socket });
}

const RARE = "/* rare */";

/**
 * Ends a statement that must not be prepared, because its text is one of very many. A connection keeps
 * each prepared statement until it closes, with up to 300 KB; this one is parsed and planned every time.
 */
export const rare = sql.raw(RARE);

/** Whether a statement with this text must not be prepared. */
export const isRare = (text: string): boolean => text.endsWith(RARE);

/**
 * A driver that prepares statements by their text, also in transactions, except those that end with
 * {@link rare}. On its own, drizzle sends unnamed statements, which PostgreSQL parses, plans and describes
 * in a further round trip each time, at three times the cost. Each result is checked for missing rows.
 */
export function prepared<Driver extends postgres.Sql | postgres.TransactionSql>(
  driver: Driver,
): Driver {
  return new Proxy(driver, {
    get(target, property, receiver) {
      if (property === "unsafe") {
        return (text: string, parameters: never[]) => {
          const limit = limitOf(text);
          return limit !== undefined && "reserve" in target
            ? runWithin(target, limit, text, parameters).then(assertComplete)
            : checkRows(target.unsafe(text, parameters, { prepare: !isRare(text) }));
        };
      }
      if (property === "begin" || property === "savepoint") return nested(target, property);
      return Reflect.get(target, property, receiver);
    },
  });
}

type Work = (driver: postgres.TransactionSql) => Promise<unknown>;
type Nested = Record<"begin" | "savepoint", (work: Work) => Promise<unknown>>;

const nested =
  (driver: object, property: "begin" | "savepoint") =>
  (work: Work): Promise<unknown> =>
    (driver as Nested)[property]((inner) => work(prepared(inner)));
