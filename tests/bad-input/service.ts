import { expect } from "bun:test";
import { pino } from "pino";
import { uuidv7 } from "uuidv7";
import { Tokens } from "~/account/auth/token";
import { buildApp } from "~/app";
import { loadConfig } from "~/config";
import { type Db, openDatabase } from "~/db/client";
import * as schema from "~/db/schema";
import { publicId, uuid } from "../catalog/titles/catalog";
import { givenMovie, givenPerson, givenSeries } from "../catalog/titles/rows";
import { type RawOptions, rawRequest } from "../support/client";
import { testDatabase } from "../support/database";

const adminToken = "operator-0123456789-0123456789-0123456789";

const settings = {
  NODE_ENV: "test",
  SERVICE_SECRET_KEY: "a test's own signing key, long enough for HS256",
  SERVICE_ADMIN_TOKEN: adminToken,
  RATE_LIMIT_AUTH: "0",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_SEARCH: "0",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_LOGIN_FAILURES: "0",
};

/** The public ids of what the catalog holds, one of each kind. */
export const known = {
  movie: publicId("movie", 1),
  series: publicId("series", 3),
  person: publicId("person", 4),
  company: publicId("company", 5),
  collection: publicId("collection", 6),
  keyword: publicId("keyword", 7),
  genre: "genre_01980000000070008000000000000001",
  season: publicId("season", 8),
  episode: publicId("episode", 9),
  job: publicId("job", 10),
};

async function seed(db: Db): Promise<void> {
  await givenMovie(db, 1, { release_date: "2024-02-29", status: "released" });
  await givenMovie(db, 2, { status: "planned" });
  await givenSeries(db, 3);
  await givenPerson(db, 4, "Mara");
  await db.insert(schema.companies).values({
    id: uuid(5),
    external_id: 5,
    company_type: "network",
    name: "Tide",
    country: "US",
  });
  await db.insert(schema.collections).values({ id: uuid(6), external_id: 6, name: "Tides" });
  await db.insert(schema.keywords).values({ id: uuid(7), external_id: 7, name: "sea" });
}

/** A request as a test writes it. */
export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: RequestInit["body"];
  /** Whose token goes along. */
  as?: "account" | "operator" | undefined;
};
type Body = { error?: Record<string, unknown>; [field: string]: unknown };
export type Answer = { status: number; headers: Headers; text: string; body: Body };

/**
 * The whole service over a small catalog, and a second time over a database that cannot be reached, so
 * that it shows which refusals cost no statement. Without limits unless `env` sets them.
 */
export async function wholeService(env: Record<string, string> = {}) {
  const config = loadConfig({ ...settings, ...env });
  const database = await testDatabase({ max: 10, statement_timeout_ms: 20_000 });
  const { db } = database;
  await seed(db);
  const nowhere = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
  const log = pino({ level: "silent" });
  const serve = (over: Db) => {
    const app = buildApp({ db: over, config, log });
    app.listen({ hostname: "127.0.0.1", port: 0 });
    return { app, port: app.server?.port ?? 0 };
  };
  const [live, blind] = [serve(db), serve(nowhere.db)];
  const user_id = uuidv7();
  await db.insert(schema.users).values({
    id: user_id,
    email: "owner@example.org",
    display_name: "Owner",
    password_hash: "none",
  });
  const tokens = new Tokens(config.secretKey, 3_600);
  const token = await tokens.sign({ user_id, token_version: 0 });
  const keys = {
    account: { authorization: `Bearer ${token}` },
    operator: { authorization: `Bearer ${adminToken}` },
  };

  async function send(port: number, sent: Sent): Promise<Answer> {
    const { method = "GET", path, body = null, headers = {}, as } = sent;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { ...(as === undefined ? {} : keys[as]), ...headers },
      body,
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson === true && text !== "" ? (JSON.parse(text) as Body) : {},
    };
  }

  const ask = (sent: Sent): Promise<Answer> => send(live.port, sent);

  /**
   * Status and code of a refusal, which has to be one envelope (M148) and the same without a database:
   * then it neither asked it nor left a row in it.
   */
  async function refused(sent: Sent): Promise<string> {
    const answer = await ask(sent);
    const without = await send(blind.port, sent);
    expect(`${without.status} ${without.text}`).toBe(`${answer.status} ${answer.text}`);
    return outcomeOf(answer);
  }

  return {
    db,
    tokens,
    token,
    keys,
    ask,
    refused,
    /** Status and code, or the status alone of what is no refusal. */
    outcome: async (sent: Sent): Promise<string> => outcomeOf(await ask(sent)),
    /** A target that fetch would tidy up. */
    raw: (method: string, target: string, how: RawOptions = {}) =>
      rawRequest(live.port, method, target, how),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([live.app.stop(true), blind.app.stop(true)]);
      await nowhere.close();
      await database.close();
    },
  };
}
export type WholeService = Awaited<ReturnType<typeof wholeService>>;

/** "422 validation_error"; a success is its status alone. */
function outcomeOf({ status, body }: Answer): string {
  if (status < 400) return String(status);
  const { code, message, ...others } = body.error ?? {};
  expect(typeof message).toBe("string");
  expect(["details", "retry_after"]).toEqual(expect.arrayContaining(Object.keys(others)));
  return `${status} ${code}`;
}
