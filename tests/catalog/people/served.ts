import { expect } from "bun:test";
import { drizzle } from "drizzle-orm/postgres-js";
import { type AnyElysia, Elysia } from "elysia";
import type postgres from "postgres";
import { collectionRoutes } from "~/catalog/collections/routes";
import { companyRoutes } from "~/catalog/companies/routes";
import { configurationRoutes } from "~/catalog/configuration/routes";
import { genreRoutes } from "~/catalog/genres/routes";
import { keywordRoutes } from "~/catalog/keywords/routes";
import { personRoutes } from "~/catalog/people/routes";
import * as schema from "~/db/schema";
import { http } from "~/http";
import type { IdKind } from "~/vocabulary";
import { testDatabase } from "../../support/database";

/** The n-th UUID of a test, and the public id made of it. */
export const uuid = (n: number) => `01990000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
export const publicId = (kind: IdKind, n: number) => `${kind}_${uuid(n).replaceAll("-", "")}`;

export const moment = "2026-11-20T06:00:04.120Z";
export const stamps = { created_at: moment, updated_at: moment };

export type Page<Item> = {
  page: number;
  page_size: number;
  total_results: number;
  total_pages: number;
  results: Item[];
};

/** People, companies, collections, genres, keywords and configuration on a database of their own. */
export async function served() {
  const database = await testDatabase();
  const counter = { statements: 0 };
  const db = drizzle(counting(database.driver, counter), { schema });
  const app: AnyElysia = new Elysia({ prefix: "/api/v1" })
    .use(http({ log: { error: console.error }, maxBodyBytes: 65_536, routes: () => app.routes }))
    .use(personRoutes({ db }))
    .use(companyRoutes({ db }))
    .use(collectionRoutes({ db }))
    .use(genreRoutes({ db }))
    .use(keywordRoutes({ db }))
    .use(configurationRoutes({ default_region: "US" }));

  /** Answers a GET below /api/v1; `statements` counts what the answer cost. */
  async function get<Body = unknown>(path: string) {
    counter.statements = 0;
    const response = await app.handle(new Request(`http://localhost/api/v1${path}`));
    const body = (await response.json()) as Body;
    return { status: response.status, body, statements: counter.statements };
  }
  return { db: database.db, get, close: database.close };
}
export type Served = Awaited<ReturnType<typeof served>>;

const counting = (driver: postgres.Sql, counter: { statements: number }): postgres.Sql =>
  new Proxy(driver, {
    get(target, property, receiver) {
      if (property === "unsafe") counter.statements += 1;
      return Reflect.get(target, property, receiver);
    },
  });

/** All results of a listing in the order of its pages; each page states the same total. */
export async function walk<Item>({ get }: Served, path: string, page_size: number) {
  const results: Item[] = [];
  for (let page = 1; ; page += 1) {
    const separator = path.includes("?") ? "&" : "?";
    const { body } = await get<Page<Item>>(
      `${path}${separator}page=${page}&page_size=${page_size}`,
    );
    results.push(...body.results);
    if (page >= body.total_pages) {
      expect(results).toHaveLength(body.total_results);
      return results;
    }
  }
}

/** What an unknown record is answered with. */
export const notFound = (kind: IdKind) => ({
  status: 404,
  body: { error: { code: `${kind}_not_found`, message: `No such ${kind}.` } },
});

/** Ids of `kind` that name nothing: malformed, of another kind, or unknown (M17). */
export const unknownIds = (kind: IdKind) => [
  "42",
  uuid(1),
  publicId(kind, 1).toUpperCase(),
  publicId(kind === "movie" ? "series" : "movie", 1),
  publicId(kind, 0xffff),
];
