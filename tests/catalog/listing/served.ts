import { drizzle } from "drizzle-orm/postgres-js";
import { type AnyElysia, Elysia } from "elysia";
import type postgres from "postgres";
import { movieRoutes } from "~/catalog/movies/routes";
import { seriesRoutes } from "~/catalog/series/routes";
import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { http } from "~/http";
import { testDatabase } from "../../support/database";

/** The day of every listing test, unless a test sets the clock itself. */
export const today = new Date("2026-11-21T12:00:00Z");

type Options = { now?: () => Date; driver?: postgres.Sql };

/** The routes of movies and series over a pool; `statements` counts what an answer cost. */
export function answering(given: postgres.Sql, now: () => Date = () => today) {
  const counter = { statements: 0 };
  const driver = new Proxy(given, {
    get(target, property, receiver) {
      if (property === "unsafe") counter.statements += 1;
      return Reflect.get(target, property, receiver);
    },
  });
  const db: Db = drizzle(driver, { schema });
  const app: AnyElysia = new Elysia({ prefix: "/api/v1" })
    .use(http({ log: { error: console.error }, maxBodyBytes: 65_536, routes: () => app.routes }))
    .use(movieRoutes({ db, now }))
    .use(seriesRoutes({ db }));
  return async function get<Body = unknown>(path: string) {
    counter.statements = 0;
    const response = await app.handle(new Request(`http://localhost/api/v1${path}`));
    const body = (await response.json()) as Body;
    const ignored = response.headers.get("x-ignored-params");
    return { status: response.status, body, statements: counter.statements, ignored };
  };
}

/** The same on a database of its own. */
export async function served({ now }: Options = {}) {
  const database = await testDatabase();
  return { db: database.db, get: answering(database.driver, now), close: database.close };
}
export type Served = Awaited<ReturnType<typeof served>>;

/** What a refusal says: its status, code and the fields it is about; and what it cost. */
export async function refusal(get: Served["get"], path: string) {
  type Refusal = { error?: { code: string; details?: { field: string }[] } };
  const { status, body, statements } = await get<Refusal>(path);
  const fields = body.error?.details?.map(({ field }) => field);
  return { status, code: body.error?.code, fields, statements };
}
