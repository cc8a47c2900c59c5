import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { Elysia } from "elysia";
import { connect, openDatabase } from "~/db/client";
import { ApiError, type ErrorCode, errorCodes } from "~/http/errors";
import { WholeNumber } from "~/http/request/fields";
import { idKinds } from "~/vocabulary";
import { type TestDatabase, testDatabase } from "../support/database";
import { type ServedRoutes, serveRoutes } from "../support/service";

const secret = "katie@example.test";
const internal = { code: "internal_error", message: "Something went wrong in the service." };
const notReady = { code: "not_ready", message: "The service is not ready; retry in a moment." };

let database: TestDatabase;
let app: ServedRoutes;

const gone = openDatabase({ url: "postgres://nobody:pw@127.0.0.1:1/none" });

/** A driver whose connections fail with this code of the system. */
const unreached = (code: string) => {
  const failure = Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" });
  const socket = () => Promise.reject(failure);
  const settings: Record<string, unknown> = { max: 1, socket };
  return drizzle(connect({ url: "postgres://nobody@127.0.0.1:1/none" }, settings));
};

/** Fails as the database does inside a statement with this SQLSTATE. */
const raise = (state: string) =>
  database.db.execute(
    sql.raw(`do $$ begin raise exception '${secret}' using errcode = '${state}'; end $$`),
  );

beforeAll(async () => {
  database = await testDatabase();
  await database.db.execute(sql`create table addresses (email text constraint one_each unique)`);
  await database.db.execute(sql`insert into addresses values (${secret})`);
  app = serveRoutes(() =>
    new Elysia()
      .get("/refused/:code", ({ params }) => {
        throw new ApiError(params.code as ErrorCode);
      })
      .get("/bug", () => {
        throw new TypeError("it broke");
      })
      .get("/thrown-text", () => {
        throw secret;
      })
      .get("/unique", () => database.db.execute(sql`insert into addresses values (${secret})`))
      .get("/state/:state", ({ params }) => raise(params.state))
      .get("/unreachable", () => gone.db.execute(sql`select ${secret}::text`))
      .get("/unreachable/:code", ({ params }) => unreached(params.code).execute(sql`select 1`))
      .get("/missing-file", () => Bun.file("/nowhere/at/all").text())
      .get("/broken-answer", () => ({ count: secret }) as unknown as { count: number }, {
        response: { 200: Type.Object({ count: WholeNumber() }) },
      }),
  );
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await gone.close();
  await database.close();
});

describe("errors", () => {
  test("M129, M150: every kind of id has its own not-found code", () => {
    expect(idKinds.map((kind) => errorCodes[`${kind}_not_found`].status)).toEqual(
      idKinds.map(() => 404),
    );
  });

  test.each(Object.entries(errorCodes))(
    "M148, M150: %s is answered in the envelope with its status",
    async (code, { status, message }) => {
      const answer = await app.get(`/refused/${code}`);

      expect({ status: answer.status, body: answer.body }).toEqual({
        status,
        body: { error: { code, message } },
      });
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );

  test.each(["/bug", "/thrown-text", "/unique", "/state/22021", "/state/22003", "/broken-answer"])(
    "T6: %s is a 500 that tells nothing",
    async (path) => {
      const { status, body } = await app.get(path);

      expect({ status, body }).toEqual({ status: 500, body: { error: internal } });
    },
  );

  test.each([
    "/unreachable",
    "/state/08006",
    "/state/57P01",
    "/state/57014",
    "/state/53300",
    "/state/53100",
    "/state/25006",
  ])("T18: %s is a 503 that asks to come back", async (path) => {
    const { status, headers, body } = await app.get(path);

    expect({ status, retry: headers.get("retry-after"), body }).toEqual({
      status: 503,
      retry: "3",
      body: { error: notReady },
    });
  });

  test.each(["EAI_AGAIN", "ENETUNREACH", "EACCES"])(
    "T18: a database that %s keeps from us is a 503",
    async (code) => {
      expect((await app.get(`/unreachable/${code}`)).status).toBe(503);
    },
  );

  test.each(["40P01", "40001", "55P03", "53200", "28P01"])(
    "F10: SQLSTATE %s at its last try is a 503",
    async (state) => {
      expect((await app.get(`/state/${state}`)).status).toBe(503);
    },
  );

  test("T6: a file of ours that is missing is a 500, not a database that is away", async () => {
    expect((await app.get("/missing-file")).status).toBe(500);
  });

  test("T7: a database error is logged by code, constraint and table, never by its values", async () => {
    const { headers } = await app.get("/unique");
    const id = headers.get("x-request-id");

    expect(
      app.records.find((record) => "request_id" in record && record.request_id === id),
    ).toEqual({
      request_id: id,
      method: "GET",
      route: "/unique",
      message: expect.any(String),
      error: {
        name: "PostgresError",
        code: "23505",
        constraint: "one_each",
        table: "addresses",
        frames: expect.any(Array),
      },
    });
    await app.get("/state/22021");
    await app.get("/broken-answer");
    expect(app.logged()).not.toContain(secret);
  });

  test("a bug is logged with its message and where it happened; a refusal is not logged", async () => {
    const before = app.records.length;

    await app.get("/refused/invalid_token");
    await app.get("/bug");

    expect(app.records.slice(before)).toEqual([
      {
        request_id: expect.any(String),
        method: "GET",
        route: "/bug",
        message: expect.any(String),
        error: { name: "TypeError", message: "it broke", frames: expect.any(Array) },
      },
    ]);
  });
});
