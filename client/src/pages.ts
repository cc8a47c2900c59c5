import type { paths } from "./document.js";
import { CatalogError } from "./errors.js";

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Operation }
  ? Operation
  : never;

type Answer<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { "application/json": infer Body } } } }
    ? Body
    : never;

type Query<Path extends keyof paths> =
  Get<Path> extends { parameters: { query?: infer Given } } ? NonNullable<Given> : never;

type PathParameters<Path extends keyof paths> =
  Get<Path> extends { parameters: { path: infer Given } } ? Given : never;

type Page = { results: readonly unknown[]; total_results: number; page_size: number };

/** The paths that answer in pages. */
export type PagedPath = {
  [Path in keyof paths]: [Answer<Path>] extends [never]
    ? never
    : Answer<Path> extends Page
      ? Path
      : never;
}[keyof paths];

/** One result of a path that answers in pages. */
export type Item<Path extends PagedPath> =
  Answer<Path> extends { results: readonly (infer Result)[] } ? Result : never;

/** The parameters of a path that answers in pages: those of its query, then those of the path if it has any. */
export type PagesArguments<Path extends PagedPath> = [PathParameters<Path>] extends [never]
  ? Record<never, never> extends Query<Path>
    ? [query?: Query<Path>]
    : [query: Query<Path>]
  : [query: Query<Path> | undefined, path: PathParameters<Path>];

/** All results of a path, page after page. */
export type Pages = <Path extends PagedPath>(
  path: Path,
  ...parameters: PagesArguments<Path>
) => AsyncGenerator<Item<Path>, void, undefined>;

type Parameters = { query: object; path: object | undefined };

/** A GET whose types are those of whoever calls it. */
export type AnyGet = (
  path: string,
  init: { params: Parameters; signal?: AbortSignal },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** Reads one page after the other with `get`, until as many results were read as there are. */
export function pagesOf(get: AnyGet): Pages {
  async function* pages(path: string, given: { page?: number } = {}, inPath?: object) {
    for (let page = given.page ?? 1; ; page += 1) {
      const params = { query: { ...given, page }, path: inPath };
      const { data, error, response } = await get(path, { params });
      if (data === undefined) throw new CatalogError(error, response.status);
      const { results, total_results, page_size } = data as Page;
      yield* results;
      if (results.length === 0 || page * page_size >= total_results) return;
    }
  }
  return pages as unknown as Pages;
}
