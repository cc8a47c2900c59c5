import { sql } from "drizzle-orm";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { whole } from "./result-check";
import * as schema from "./schema";

/** Where a database is: a connection URL, or the unix socket of the embedded server. */
export type DatabaseAddress = { url: string } | { path: string; user: string; database: string };

/** What a query runs on: the pool or a transaction. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  /** The driver under `db`, for LISTEN and NOTIFY only. */
  driver: postgres.Sql;
  /** Waits at most 5 s for running statements. */
  close: () => Promise<void>;
};

type Options = {
  max?: number;
  statement_timeout_ms?: number;
  lock_timeout_ms?: number;
  name?: string;
};

/**
 * Opens a pool. Nothing connects until the first statement. The reconnect delay is short and
 * bounded, because the driver's default grows to 20 s and can strand callers across a restart of
 * the server. A server that stops may take a connection and never answer it: who waits for that one is
 * told after the 2 s, so that with the delay no caller waits for 3 s (P14).
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

/** The driver on an address of either form; see {@link DatabaseAddress}. */
export function connect(
  address: DatabaseAddress,
  settings: postgres.Options<Record<string, never>>,
): postgres.Sql {
  if (!("url" in address)) return postgres({ ...settings, ...address });
  const url = new URL(address.url);
  const socket = url.searchParams.get("host");
  if (socket === null) return postgres(address.url, settings);
  // As libpq has it, and the driver does not: postgres:///catalog?host=/run/postgresql
  url.searchParams.delete("host");
  return postgres(url.href, { ...settings, host: socket });
}

const RARE = "/* rare */";

/**
 * Belongs at the end of a statement whose text is one of very many. A connection keeps what it has
 * prepared for good, up to 300 KB each, so such a text is parsed and planned anew each time.
 */
export const rare = sql.raw(RARE);

/**
 * drizzle sends unnamed statements, which PostgreSQL parses and plans anew and describes in a round
 * trip of their own (three times the cost). Statements here have texts that repeat, so each but the
 * rare ones is prepared by its text, in transactions too. Answers are looked at before they are passed on.
 */
export function prepared<Driver extends postgres.Sql | postgres.TransactionSql>(
  driver: Driver,
): Driver {
  return new Proxy(driver, {
    get(target, property, receiver) {
      if (property === "unsafe") {
        return (text: string, parameters: never[]) =>
          whole(target.unsafe(text, parameters, { prepare: !text.endsWith(RARE) }));
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
