import { Elysia } from "elysia";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/page";
import type { SecondOpinion } from "./index/secondary-search";
import { SearchPage, SearchQuery } from "./model";
import { search } from "./queries";

/** The search over the whole catalog; `second`: what is asked where PostgreSQL finds little. */
export const searchRoutes = ({ db, second }: { db: Db; second?: SecondOpinion | undefined }) =>
  new Elysia({ prefix: "/search", tags: ["Search"] }).get(
    "",
    async ({ query }) => ({ ...page(query, await search(db, query, second)), query: query.query }),
    {
      query: SearchQuery,
      detail: {
        operationId: "search",
        summary: "Find movies, series, people and more by name",
        description:
          "Looks in titles, original titles, alternate titles and other names of people. The best exact name comes first. `total_results` counts what paging can deliver: the best finds, some 1,000 at most, a few hundred for common words.",
        security: [],
      },
      response: { 200: SearchPage, ...errorResponses("validation_error", "invalid_filter") },
    },
  );
