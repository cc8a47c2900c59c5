import { feed } from "./changes/feed";
import { changes } from "./changes/part";
import { detailCases, listCases, searchCases } from "./http/cases";
import { http } from "./http/floors";
import { readPart } from "./http/reads";
import { imports } from "./imports/part";
import { includes } from "./includes/part";
import { ingest } from "./ingest/part";
import { languages } from "./languages/part";
import { limiter } from "./limiter";
import { logins } from "./logins/logins";
import { timing } from "./logins/timing";
import type { Part } from "./part";
import { references } from "./references/part";
import { refresh } from "./refresh/part";
import { quality } from "./search/quality";
import { index } from "./search-index/part";

/** All parts, in the order of the table. */
export const parts: readonly Part[] = [
  http,
  readPart("lists", "lists: filters, orders and pages", ({ scale }) => listCases(scale.movies)),
  readPart("details", "single records", ({ db }) => detailCases(db)),
  readPart("search", "classes of searches", ({ db }) => searchCases(db)),
  quality,
  ingest,
  imports,
  changes,
  refresh,
  feed,
  includes,
  languages,
  references,
  index,
  limiter,
  logins,
  timing,
];
