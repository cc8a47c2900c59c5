import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { Elysia } from "elysia";
import { connect } from "~/db/client";
import { databaseFailure, isStandbyTrouble, isTemporary, type Verdict } from "~/db/failure";
import { describe as told } from "~/db/failure-facts";
import { faultOf } from "~/jobs/fault";
import { type TestDatabase, testDatabase } from "../support/database";
import { type ServedRoutes, serveRoutes } from "../support/service";

type Fate = { answers: number; job: "retry" | "fail"; waits: boolean; primary: boolean };

/** What each verdict comes to: a request's status, a job's next step, a start, a read of a standby. */
const fates: Record<Verdict, Fate> = {
  away: { answers: 503, job: "retry", waits: true, primary: true },
  busy: { answers: 503, job: "retry", waits: true, primary: false },
  rolled_back: { answers: 503, job: "retry", waits: true, primary: true },
  refused: { answers: 503, job: "retry", waits: false, primary: false },
  invalid_values: { answers: 500, job: "fail", waits: false, primary: false },
  missing: { answers: 500, job: "retry", waits: false, primary: true },
  bug: { answers: 500, job: "retry", waits: false, primary: false },
};

const states: Partial<Record<Verdict, string>> = {
  away: "08000 08001 08003 08004 08006 08007 08P01 53300 57P01 57P02 57P03 57P04 57P05",
  busy: "53000 53100 53200 53400 57014 55P03 55006 25006 25P03 25P04",
  rolled_back: "40001 40P01 23503",
  refused: "28000 28P01 3D000 42501",
  invalid_values: "22001 22003 22007 22021 22P02 22P05 23502 23505 23514 23P01 54000 54001 54011",
  missing: "42P01 42703 42704 42883 3F000",
  bug: "0A000 21000 25P02 26000 34000 42601 42804 55000 57000 58030 P0001 XX000 XX001",
};
const systemCodes =
  "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EAI_FAIL " +
  "EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOENT EACCES EPERM EMFILE EADDRNOTAVAIL EAGAIN";

let database: TestDatabase;
let app: ServedRoutes;
let thrown: unknown;

beforeAll(async () => {
  database = await testDatabase();
  app = serveRoutes(() =>
    new Elysia().get("/thrown", () => {
      throw thrown;
    }),
  );
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await database.close();
});

const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );

async function fateOf(error: unknown): Promise<Fate> {
  thrown = error;
  const { status } = await app.get("/thrown");
  const { action } = faultOf(error);
  if (action === "snooze") throw new Error("no provider was asked");
  return {
    answers: status,
    job: action,
    waits: isTemporary(error),
    primary: isStandbyTrouble(error),
  };
}

/** The error of a statement over connections that come from `socket`. */
async function over(socket: () => Promise<unknown>): Promise<unknown> {
  const settings: Record<string, unknown> = { max: 1, socket };
  const driver = connect({ url: "postgres://nobody@127.0.0.1:1/none" }, settings);
  return failureOf(drizzle(driver).execute(sql`select 1`));
}

const rows = Object.entries(states).flatMap(([verdict, codes]) =>
  codes.split(" ").map((code) => [code, verdict as Verdict] as const),
);

describe("F10: what an error of the database means", () => {
  test.each(rows)(
    "F10, M133: SQLSTATE %s is %s for requests, jobs, starts and standbys",
    async (state, verdict) => {
      const raise = sql.raw(
        `do $$ begin raise exception 'secret' using errcode = '${state}'; end $$`,
      );
      const error = await failureOf(database.db.execute(raise));
      expect(databaseFailure(error)).toMatchObject({ verdict, code: state });
      expect(await fateOf(error)).toEqual(fates[verdict]);
      expect(told(error)).toBe(`The database refused (SQLSTATE ${state}).`);
    },
  );

  test.each(systemCodes.split(" "))(
    "T18: a connection that fails with %s is away",
    async (code) => {
      const failure = Object.assign(new Error("secret"), { code, syscall: "connect" });
      const error = await over(() => Promise.reject(failure));
      expect(databaseFailure(error)).toMatchObject({ verdict: "away", code });
      expect(await fateOf(error)).toEqual(fates.away);
      expect(told(error)).toBe(`A connection failed (${code}).`);
    },
  );

  test.each(["ENOENT", "EACCES", "EPIPE", "ECONNREFUSED"])(
    "T6: %s that is not about the database is a mistake of ours",
    async (code) => {
      const error = Object.assign(new Error("secret"), { code, syscall: "open" });
      expect(databaseFailure(error)).toBeUndefined();
      expect(await fateOf(error)).toEqual(fates.bug);
    },
  );
});

/** A server of bytes on a port of its own that does `greet` to whoever comes. */
async function listening(greet: (socket: Socket) => void): Promise<Server> {
  const server = createServer(greet);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

/** Raises each word of the driver as a program meets it. */
const words: Record<string, () => Promise<unknown>> = {
  CONNECTION_ENDED: async () => {
    const driver = connect(database.address, { max: 1 });
    await driver.end();
    return failureOf(driver`select 1`);
  },
  CONNECTION_DESTROYED: async () => {
    const driver = connect(database.address, { max: 1 });
    await driver`select 1`;
    const asked = failureOf(driver`select pg_sleep(30)`);
    // The driver takes a statement up a moment after it was given.
    await new Promise(setImmediate);
    await driver.end({ timeout: 0 });
    return asked;
  },
  CONNECTION_CLOSED: async () => {
    // AuthenticationOk and ReadyForQuery; then it hangs up on the first statement.
    const welcome = Buffer.from("5200000008000000005a0000000549", "hex");
    const server = await listening((socket) => {
      socket.once("data", () => {
        socket.write(welcome);
        socket.once("data", () => socket.end());
      });
    });
    const settings = { max: 1, fetch_types: false };
    const driver = connect({ url: `postgres://a@127.0.0.1:${portOf(server)}/a` }, settings);
    const failed = await failureOf(driver`select 1`);
    server.close();
    return failed;
  },
  CONNECT_TIMEOUT: async () => {
    const server = await listening(() => {});
    const settings = { max: 1, connect_timeout: 0.05 };
    const driver = connect({ url: `postgres://a@127.0.0.1:${portOf(server)}/a` }, settings);
    const failed = await failureOf(driver`select 1`);
    await driver.end({ timeout: 0 });
    server.close();
    return failed;
  },
  UNDEFINED_VALUE: () => failureOf(database.driver`select ${undefined as unknown as string}`),
  UNSAFE_TRANSACTION: () => failureOf(database.driver.unsafe("begin")),
  MAX_PARAMETERS_EXCEEDED: () =>
    failureOf(
      database.driver.unsafe(
        "select 1",
        Array.from({ length: 65_535 }, () => 1),
      ),
    ),
  COPY_IN_PROGRESS: () => raisedAs("COPY_IN_PROGRESS"),
  NOT_TAGGED_CALL: () => raisedAs("NOT_TAGGED_CALL"),
  SASL_SIGNATURE_MISMATCH: () => raisedAs("SASL_SIGNATURE_MISMATCH"),
  MESSAGE_NOT_SUPPORTED: () => raisedAs("MESSAGE_NOT_SUPPORTED"),
};

/** As the driver hands on an error that no statement here provokes. */
const raisedAs = async (code: string): Promise<unknown> =>
  Object.assign(new Error("secret"), { code, query: "select 1" });

describe("F10: the driver's own words", () => {
  test.each(Object.keys(words))(
    "F10: %s is judged by whether the connection is lost",
    async (word) => {
      const error = await words[word]?.();
      const verdict = word.startsWith("CONNECT") ? "away" : "bug";
      expect(databaseFailure(error)).toMatchObject({ verdict, code: word });
      expect(await fateOf(error)).toEqual(fates[verdict]);
      expect(told(error)).not.toContain("secret");
    },
  );

  test("the driver has no word that is missing above", async () => {
    const folder = new URL(".", import.meta.resolve("postgres")).pathname;
    const sources = ["connection.js", "index.js", "types.js", "errors.js"];
    const texts = await Promise.all(sources.map((name) => Bun.file(folder + name).text()));
    const raised = texts
      .join("\n")
      .matchAll(/(?:generic|connection)\('([A-Z_]{5,})'|code: '([A-Z_]+)'/g);
    const known = [...raised].map(([, word, other]) => word ?? other ?? "");
    expect([...new Set(known)].sort()).toEqual(Object.keys(words).sort());
  });
});
