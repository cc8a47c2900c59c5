import { detailCases, listCases, searchCases } from "./http/cases";
import { http } from "./http/floors";
import { readPart } from "./http/reads";
import type { Part } from "./part";

/** All parts, in the order of the table. */
export const parts: readonly Part[] = [
  http,
  readPart("lists", "lists: filters, orders and pages", ({ scale }) => listCases(scale.movies)),
  readPart("details", "single records", ({ db }) => detailCases(db)),
  readPart("search", "classes of searches", ({ db }) => searchCases(db)),
];
