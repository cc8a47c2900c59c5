import { expect } from "bun:test";
import { type Db, openDatabase } from "~/db/client";
import * as schema from "~/db/schema";
import { publicId, uuid } from "../catalog/ids";
import { givenMovie, givenPerson, givenSeries } from "../catalog/rows";
import type { TestResponse } from "../support/client";
import { adminToken, type TestService, testService } from "../support/service";

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
  import: publicId("import", 11),
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
export type Answer = TestResponse<Body>;

const pool = { max: 10, statement_timeout_ms: 20_000 };

/**
 * The whole service over a small catalog, and a second time over a database that cannot be reached:
 * that one shows which requests are refused without a statement. Without limits unless `settings` sets
 * them.
 */
export async function wholeService(settings: Record<string, string> = {}) {
  const service = await testService({ settings, pool });
  const { db, tokens, raw } = service;
  await seed(db);
  const nowhere = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
  const blind = await testService({ settings, database: nowhere });
  const token = await service.addAccount("owner@example.org");
  const keys = {
    account: { authorization: `Bearer ${token}` },
    operator: { authorization: `Bearer ${adminToken}` },
  };

  async function send(to: TestService, sent: Sent): Promise<Answer> {
    const { method = "GET", path, body = null, headers: given = {}, as } = sent;
    const headers = { ...(as === undefined ? {} : keys[as]), ...given };
    const answer = await to.request<Body | undefined>(method, path, { headers, body });
    const { status, text } = answer;
    if (status >= 500) throw new Error(`${method} ${path}: ${status} ${text}`);
    return { ...answer, body: answer.body ?? {} };
  }

  const ask = (sent: Sent): Promise<Answer> => send(service, sent);

  /**
   * Status and code of a refusal, which is one error envelope and the same without a database: so it
   * neither reads nor writes a row.
   */
  async function refused(sent: Sent): Promise<string> {
    const answer = await ask(sent);
    const without = await send(blind, sent);
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
    /** Status and code of a refusal, only the status of any other response. */
    outcome: async (sent: Sent): Promise<string> => outcomeOf(await ask(sent)),
    raw,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([service[Symbol.asyncDispose](), blind[Symbol.asyncDispose]()]);
      await nowhere.close();
    },
  };
}
export type WholeService = Awaited<ReturnType<typeof wholeService>>;

/** "422 validation_error"; a success is its status alone. */
function outcomeOf({ status, body }: Answer): string {
  if (status < 400) return String(status);
  const { code, message, ...others } = body.error ?? {};
  expect(typeof message).toBe("string");
  expect(["details", "retry_after", "restart"]).toEqual(
    expect.arrayContaining(Object.keys(others)),
  );
  return `${status} ${code}`;
}
