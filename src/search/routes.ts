import { Elysia } from "elysia";
import { requireNeeded } from "~/catalog/records/needs";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { jsonPage } from "~/http/request/page";
import type { SecondarySearch } from "./index/secondary-search";
import { SearchPage, SearchQuery } from "./model";
import { search } from "./queries";

type Options = { db: Db; secondary?: SecondarySearch | undefined };

/** The search of the whole catalog; `secondary` adds hits where PostgreSQL has no good one. */
export const searchRoutes = ({ db, secondary }: Options) =>
  new Elysia({ prefix: "/search", tags: ["Search"] }).get(
    "",
    async ({ query }) => {
      requireNeeded(query);
      return jsonPage(query, await search(db, query, secondary), { query: query.query });
    },
    {
      query: SearchQuery,
      detail: {
        operationId: "search",
        summary: "Find movies, series, people and more by name",
        description:
          "Searches titles, original titles, alternate titles, titles in other languages and other names of people. The best exact match comes first. `total_results` counts the results that paging can reach: the best matches, about 1,000 at most, a few hundred for common words.",
        security: [],
      },
      response: { 200: SearchPage, ...errorResponses("validation_error", "invalid_filter") },
    },
  );
