import { type ObjectOptions, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { JsonText } from "~/db/json-text";
import { JsonAnswer } from "~/http/json-answer";
import { QueryInt, WholeNumber } from "./fields";

/** The last page that a client may request, so that `page * page_size` never overflows an offset. */
const lastPage = 1_000_000;

/** One page of rows as a query returns it, and the number of rows on all pages. */
export type Slice<T> = { results: T[]; total_results: number };

/** `page` and `page_size` of a listing; refused outside 1..maximum, never clamped. */
export const pageQuery = ({ page_size, maximum }: { page_size: number; maximum: number }) => ({
  page: QueryInt({ minimum: 1, maximum: lastPage, default: 1, description: "Page, from 1" }),
  page_size: QueryInt({
    minimum: 1,
    maximum,
    default: page_size,
    description: "Results on a page",
  }),
});

/**
 * The envelope of a listing. `extra` holds the fields that some listings add; `options` gives the model
 * its name: `Page(MovieSummary, {}, { $id: "MoviePage" })`.
 */
export const Page = <Item extends TSchema, Extra extends TProperties = Record<never, never>>(
  Item: Item,
  extra: Extra = {} as Extra,
  options: ObjectOptions = {},
) =>
  Type.Object(
    {
      page: WholeNumber({ description: "Number of this page, from 1", examples: [1] }),
      page_size: WholeNumber({ description: "Results on a full page", examples: [20] }),
      total_results: WholeNumber({ description: "Results on all pages together", examples: [1] }),
      total_pages: WholeNumber({ description: "0 when there are no results", examples: [1] }),
      ...extra,
      results: Type.Array(Item, { description: "The results of this page" }),
    },
    options,
  );

/** One page of rows as JSON, the number of rows on all pages, and the tags for `Content-Language`. */
export type JsonSlice<T> = {
  results: JsonText<T[]>;
  total_results: number;
  content_language?: string;
};

/**
 * Puts a slice into its envelope; without results there are 0 pages. `extra` holds the fields that some
 * listings add.
 */
export function jsonPage<T>(
  { page, page_size }: { page: number; page_size: number },
  { total_results, results, content_language }: JsonSlice<T>,
  extra: object = {},
): JsonAnswer {
  const total_pages = Math.ceil(total_results / page_size);
  const head = JSON.stringify({ page, page_size, total_results, total_pages, ...extra });
  const json = `${head.slice(0, -1)},"results":${results}}`;
  return new JsonAnswer({ json, ...(content_language !== undefined && { content_language }) });
}

/** Puts a slice into its envelope; without results there are 0 pages. */
export const page = <T>(query: { page: number; page_size: number }, slice: Slice<T>) => ({
  page: query.page,
  page_size: query.page_size,
  total_results: slice.total_results,
  total_pages: Math.ceil(slice.total_results / query.page_size),
  results: slice.results,
});
