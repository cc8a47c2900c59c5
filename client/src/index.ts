export type { Changes, ChangesAnswer, ChangesOptions } from "./changes.js";
export { type CatalogClient, type CatalogClientOptions, createClient } from "./client.js";
export type { components, operations, paths } from "./document.js";
export { CatalogError, CursorExpired, type ErrorBody, isError } from "./errors.js";
export type { Item, PagedPath, Pages, PagesArguments } from "./pages.js";
