import { Elysia, t } from "elysia";
import { found } from "~/catalog/titles/found";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import { getPersonCredits, PersonCredits, PersonCreditsQuery } from "./credits";
import { PersonDetail, PersonFilter, PersonPage } from "./model";
import { getPerson, listPeople } from "./queries";

const missing = "person_not_found";
const params = t.Object({ id: IdPath("person") });

/** Everything below /people. */
export const personRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/people", tags: ["People"] })
    .get("", async ({ query }) => page(query, await listPeople(db, query)), {
      query: PersonFilter,
      detail: { operationId: "listPeople", summary: "Browse people", security: [] },
      response: { 200: PersonPage, ...errorResponses("invalid_filter", "validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id } }) => found(await getPerson(db, pathId("person", id)), missing),
      {
        params,
        detail: { operationId: "getPerson", summary: "One person", security: [] },
        response: { 200: PersonDetail, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/credits",
      async ({ params: { id }, query }) =>
        found(await getPersonCredits(db, pathId("person", id), query), missing),
      {
        params,
        query: PersonCreditsQuery,
        detail: {
          operationId: "getPersonCredits",
          summary: "The movies and series of a person, newest first",
          security: [],
        },
        response: { 200: PersonCredits, ...errorResponses(missing, "validation_error") },
      },
    );
