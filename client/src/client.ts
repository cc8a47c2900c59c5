import createFetchClient, { type Client } from "openapi-fetch";
import { type Changes, changesOf } from "./changes.js";
import type { paths } from "./document.js";
import { type AnyGet, type Pages, pagesOf } from "./pages.js";
import { type Fetch, retrying } from "./retry.js";

export type CatalogClientOptions = {
  /** Where the service is: `http://127.0.0.1:8080`. */
  base_url: string;
  /** The access token of an account, or the operator's token. */
  token?: string | undefined;
  /** Sends the requests; by default the global fetch. */
  fetch?: Fetch | undefined;
};

/**
 * Calls the service: `GET`, `POST`, `PUT`, `DELETE` and `PATCH` take a path of its OpenAPI document and return
 * `{ data, error, response }`, of which either `data` or `error` is there.
 */
export type CatalogClient = Client<paths, "application/json"> & {
  /** All results of a path that answers in pages: `pages("/api/v1/movies", { year: 1999 })`. */
  pages: Pages;
  /** What changes in the catalog, from a cursor on. */
  changes: Changes;
};

/**
 * A client of the service at `base_url`. Reads that are refused with 429 or 503 wait as long as the service asks
 * for, and are sent again up to three times; what writes is sent once.
 */
export function createClient({ base_url, token, fetch }: CatalogClientOptions): CatalogClient {
  const send: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  // Here and at once, instead of at every request.
  const { href } = new URL(base_url);
  const client = createFetchClient<paths, "application/json">({
    baseUrl: href.replace(/\/+$/, "").replace(/\/api\/v1$/, ""),
    fetch: retrying(send),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const get = client.GET as unknown as AnyGet;
  return { ...client, pages: pagesOf(get), changes: changesOf(get) };
}
