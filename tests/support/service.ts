import { drizzle } from "drizzle-orm/postgres-js";
import { type AnyElysia, Elysia } from "elysia";
import { type Logger, pino } from "pino";
import type postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { Tokens } from "~/account/auth/token";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import { type DatabaseAddress, type Db, prepared } from "~/db/client";
import * as schema from "~/db/schema";
import { openHotAnswers } from "~/deps";
import { type HttpOptions, http } from "~/http";
import { clientOf, type RawOptions, rawRequest } from "./client";
import { testDatabase } from "./database";

/** Opens the operations of administration in every service of the tests. */
export const adminToken = "operator-0123456789-0123456789-0123456789";

const defaults = {
  NODE_ENV: "test",
  SERVICE_SECRET_KEY: "the-tests-sign-with-this-key-0123456789",
  SERVICE_ADMIN_TOKEN: adminToken,
  RATE_LIMIT_AUTH: "0",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_LOGIN_FAILURES: "0",
};

/** A log that keeps what it is given, as the facts and the message of each line. */
function keptLog(level: "info" | "error"): { log: Logger; records: object[] } {
  const records: object[] = [];
  const write = (line: string) => {
    const { level: _, ...record } = JSON.parse(line);
    records.push(record);
  };
  const options = { level, base: null, timestamp: false, messageKey: "message" };
  return { log: pino(options, { write }), records };
}

/** Listens on a free port. */
function listening(app: AnyElysia, largestBody = {}) {
  app.listen({ hostname: "127.0.0.1", port: 0, ...largestBody });
  const port = app.server?.port ?? 0;
  const stop = async () => {
    if (app.server) await app.stop(true);
  };
  return { port, url: `http://127.0.0.1:${port}`, stop };
}

type Rules = Partial<Omit<HttpOptions, "log" | "routes">>;

export type ServedRoutes = ReturnType<typeof serveRoutes>;

/** These routes under the rules of src/http, without a database; the largest body is 1,000 bytes. */
export function serveRoutes(routes: (log: Logger) => AnyElysia, rules: Rules = {}) {
  const { log, records } = keptLog("info");
  const app = underRules(routes(log), log, { maxBodyBytes: 1_000, ...rules });
  const { port, url, stop } = listening(app, { maxRequestBodySize: 1_000_000 });
  return {
    ...clientOf(url),
    url,
    /** Sends a request target as it is. */
    raw: (method: string, target: string, options?: RawOptions) =>
      rawRequest(port, method, target, options),
    /** What was logged, from "info" on. */
    records,
    logged: () => JSON.stringify(records),
    [Symbol.asyncDispose]: stop,
  };
}

function underRules(routes: AnyElysia, log: Logger, rules: Rules): AnyElysia {
  const app: AnyElysia = new Elysia({ strictPath: true, handler: { standardHostname: false } })
    .use(
      http({
        log,
        maxBodyBytes: 65_536,
        routes: () => app.routes,
        answers: { every: true },
        ...rules,
      }),
    )
    .use(routes);
  return app;
}

type ServiceOptions = {
  /** Settings besides those of every test: no rate limits, and an operator token. */
  settings?: Record<string, string>;
  /** These routes below /api/v1 instead of the whole service. */
  routes?: (given: { db: Db; log: Logger }) => AnyElysia;
  /** A database that stays open, also that of another service; by default one of its own. */
  database?: { driver: postgres.Sql };
  /** How the pool of its own database is opened. */
  pool?: Parameters<typeof testDatabase>[0];
  /** Aborts when the service stops. */
  stopping?: AbortSignal;
  /** Keeps answers, and hears of changes on its own database or at this address; by default not. */
  hot?: boolean | DatabaseAddress;
};

export type TestService = Awaited<ReturnType<typeof testService>>;

/**
 * The service on a free port over an empty database: `await using service = await testService()`.
 * Its requests go to paths below /api/v1.
 */
export async function testService(options: ServiceOptions = {}) {
  const { settings, routes, database, pool, stopping, hot: keeps } = options;
  const config = loadConfig({ ...defaults, ...settings });
  const own = database === undefined ? await testDatabase(pool) : undefined;
  const driver = (database ?? own)?.driver as postgres.Sql;
  const { db, statements } = counted(driver);
  const { log, records } = keptLog("error");
  const address = keeps === true ? own?.address : keeps || undefined;
  const hot = address && openHotAnswers(config, address, log);
  hot?.changes.start();
  const app =
    routes === undefined
      ? buildApp({ db, driver, config, log, hot, ...(stopping && { stopping }) })
      : underRules(new Elysia({ prefix: "/api/v1" }).use(routes({ db, log })), log, {});
  const { port, url, stop } = listening(app);
  const tokens = new Tokens(config.secretKey, 3_600);

  return {
    ...clientOf(`${url}/api/v1`),
    /** A client with the operator token, for paths below /api/v1/admin. */
    operator: clientOf(`${url}/api/v1/admin`, { authorization: `Bearer ${adminToken}` }),
    /** Sends a request target as it is. */
    raw: (method: string, target: string, given?: RawOptions) =>
      rawRequest(port, method, target, given),
    app,
    /** Where its own database is. */
    address: own?.address,
    hot,
    config,
    log,
    db,
    driver,
    url,
    port,
    tokens,
    /** Stores an account and signs a token for it. */
    addAccount: async (email: string): Promise<string> => {
      const id = uuidv7();
      const account = { id, email, display_name: "Owner", password_hash: "none" };
      await db.insert(schema.users).values(account);
      return tokens.sign({ user_id: id, token_version: 0 });
    },
    /** How many statements the service has sent so far. */
    statements,
    /** The errors that were logged. */
    records,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await hot?.changes.close();
      await own?.close();
    },
  };
}

/** The database as the service opens it, and how many statements were sent to it. */
function counted(driver: postgres.Sql): { db: Db; statements: () => number } {
  let count = 0;
  const counting = new Proxy(driver, {
    get(target, property, receiver) {
      if (property === "unsafe") count += 1;
      return Reflect.get(target, property, receiver);
    },
  });
  return { db: drizzle(prepared(counting), { schema }), statements: () => count };
}
