import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { QueryInt, WholeNumber } from "./fields";

/** The last page a client may ask for; `page * page_size` then never overflows an offset (M66). */
const lastPage = 1_000_000;

/** One page of rows as a query returns it, and how many rows there are on all pages together. */
export type Slice<T> = { results: T[]; total_results: number };

/** `page` and `page_size` of a listing; refused outside 1..maximum, never clamped (M64, M65). */
export const pageQuery = ({ page_size, maximum }: { page_size: number; maximum: number }) => ({
  page: QueryInt({ minimum: 1, maximum: lastPage, default: 1, description: "Page, from 1" }),
  page_size: QueryInt({
    minimum: 1,
    maximum,
    default: page_size,
    description: "Results on a page",
  }),
});

/** The envelope of a listing (M48); `extra` names what some listings add beside the page. */
export const Page = <Item extends TSchema, Extra extends TProperties = Record<never, never>>(
  Item: Item,
  extra?: Extra,
) =>
  Type.Object({
    page: WholeNumber(),
    page_size: WholeNumber(),
    total_results: WholeNumber(),
    total_pages: WholeNumber(),
    ...(extra ?? ({} as Extra)),
    results: Type.Array(Item),
  });

/** Puts a slice into its envelope; no results at all are 0 pages (M48). */
export const page = <T>(query: { page: number; page_size: number }, slice: Slice<T>) => ({
  page: query.page,
  page_size: query.page_size,
  total_results: slice.total_results,
  total_pages: Math.ceil(slice.total_results / query.page_size),
  results: slice.results,
});
