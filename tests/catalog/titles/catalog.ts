import { expect } from "bun:test";
import { drizzle } from "drizzle-orm/postgres-js";
import { type AnyElysia, Elysia } from "elysia";
import type postgres from "postgres";
import { movieRoutes } from "~/catalog/movies/routes";
import { seriesRoutes } from "~/catalog/series/routes";
import { episodeRoutes, seasonRoutes, seriesSeasonRoutes } from "~/catalog/series/season-routes";
import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { http } from "~/http";
import type { IdKind } from "~/vocabulary";
import { testDatabase } from "../../support/database";

/** The n-th UUID of a test, and the public id made of it. */
export const uuid = (n: number) => `01990000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
export const publicId = (kind: IdKind, n: number) => `${kind}_${uuid(n).replaceAll("-", "")}`;

/** Genres are seeded with ids that never change. */
export const genre = (n: number, name: string) => ({
  id: `genre_0198000000007000800000000000${n.toString(16).padStart(4, "0")}`,
  name,
});

type Answer<T> = { status: number; body: T; statements: number };

/** An empty catalog of its own, served as the service serves it. */
export async function testCatalog() {
  const database = await testDatabase();
  const counter = { statements: 0 };
  const db: Db = drizzle(counting(database.driver, counter), { schema });
  const app: AnyElysia = new Elysia({ prefix: "/api/v1" })
    .use(http({ log: { error: console.error }, maxBodyBytes: 65_536, routes: () => app.routes }))
    .use(movieRoutes({ db }))
    .use(seriesRoutes({ db }))
    .use(seriesSeasonRoutes({ db }))
    .use(seasonRoutes({ db }))
    .use(episodeRoutes({ db }));

  /** Answers a GET below /api/v1, and how many statements it took. */
  async function get<T = unknown>(path: string): Promise<Answer<T>> {
    counter.statements = 0;
    const response = await app.handle(new Request(`http://localhost/api/v1${path}`));
    const body = (await response.json()) as T;
    expect(blanks(body)).toEqual([]);
    return { status: response.status, body, statements: counter.statements };
  }
  return { db: database.db, get, [Symbol.asyncDispose]: database.close };
}
export type TestCatalog = Awaited<ReturnType<typeof testCatalog>>;

/** Where a body says "" instead of null (M18). */
function blanks(value: unknown, path = "$"): string[] {
  if (value === "") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => blanks(inner, `${path}.${key}`));
}

const counting = (driver: postgres.Sql, counter: { statements: number }): postgres.Sql =>
  new Proxy(driver, {
    get(target, property, receiver) {
      if (property === "unsafe") counter.statements += 1;
      return Reflect.get(target, property, receiver);
    },
  });

/** What an unknown record is answered with. */
export const notFound = (kind: IdKind) => ({
  status: 404,
  body: { error: { code: `${kind}_not_found`, message: `No such ${kind}.` } },
});
