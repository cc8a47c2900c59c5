import { expect } from "bun:test";
import { Elysia } from "elysia";
import { artworkRoutes } from "~/catalog/artwork/routes";
import { collectionRoutes } from "~/catalog/collections/routes";
import { companyRoutes } from "~/catalog/companies/routes";
import { configurationRoutes } from "~/catalog/configuration/routes";
import { genreRoutes } from "~/catalog/genres/routes";
import { keywordRoutes } from "~/catalog/keywords/routes";
import { movieRoutes } from "~/catalog/movies/routes";
import { personRoutes } from "~/catalog/people/routes";
import { provenanceRoutes } from "~/catalog/provenance/routes";
import { seriesRoutes } from "~/catalog/series/routes";
import { episodeRoutes, seasonRoutes, seriesSeasonRoutes } from "~/catalog/series/season-routes";
import { translationRoutes } from "~/catalog/translations/routes";
import type { Db } from "~/db/client";
import { testService } from "../support/service";

/** The day of the tests that do not set the clock. */
export const today = new Date("2026-11-21T12:00:00Z");

export type Page<Item> = {
  page: number;
  page_size: number;
  total_results: number;
  total_pages: number;
  results: Item[];
};

const catalogRoutes = (db: Db, now: () => Date) =>
  new Elysia()
    .use(movieRoutes({ db, now }))
    .use(seriesRoutes({ db }))
    .use(seriesSeasonRoutes({ db }))
    .use(seasonRoutes({ db }))
    .use(episodeRoutes({ db }))
    .use(personRoutes({ db }))
    .use(provenanceRoutes({ db }))
    .use(artworkRoutes({ db }))
    .use(translationRoutes({ db }))
    .use(companyRoutes({ db }))
    .use(collectionRoutes({ db }))
    .use(genreRoutes({ db }))
    .use(keywordRoutes({ db }))
    .use(configurationRoutes({ default_region: "US" }));

type Read<Body> = {
  status: number;
  body: Body;
  statements: number;
  ignored?: string | undefined;
};

type Options = Pick<NonNullable<Parameters<typeof testService>[0]>, "database" | "pool"> & {
  now?: () => Date;
};

export type TestCatalog = Awaited<ReturnType<typeof testCatalog>>;

/** The reads of the catalog, as the service serves them: an empty catalog unless a database is given. */
export async function testCatalog({ now = () => today, ...options }: Options = {}) {
  const service = await testService({ ...options, routes: ({ db }) => catalogRoutes(db, now) });

  /** The response to a GET below /api/v1, how many statements it took, and the parameters it ignored. */
  async function get<Body = unknown>(path: string): Promise<Read<Body>> {
    const before = service.statements();
    const { status, headers, body } = await service.get<Body>(path);
    expect(emptyTexts(body)).toEqual([]);
    const ignored = headers.get("x-ignored-params") ?? undefined;
    return { status, body, statements: service.statements() - before, ignored };
  }
  return { ...service, get };
}

/** Where a body says "" instead of null. */
function emptyTexts(value: unknown, path = "$"): string[] {
  if (value === "") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => emptyTexts(inner, `${path}.${key}`));
}

/** A response to a bad request: its status, its code, the fields it names, and its statements. */
export async function refusal({ get }: Pick<TestCatalog, "get">, path: string) {
  type Refusal = { error?: { code: string; details?: { field: string }[] } };
  const { status, body, statements } = await get<Refusal>(path);
  const fields = body.error?.details?.map(({ field }) => field);
  return { status, code: body.error?.code, fields, statements };
}

/** All results of a listing in the order of its pages; each page states the same total. */
export async function walk<Item>(
  { get }: Pick<TestCatalog, "get">,
  path: string,
  page_size: number,
): Promise<Item[]> {
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
