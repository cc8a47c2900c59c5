import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { adultQuery } from "~/catalog/adult";
import { publicRead } from "~/catalog/public-read";
import { recordParameters } from "~/catalog/records/asked";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { getPersonCredits, PersonCredits, PersonCreditsQuery } from "./credits";
import { listPeople } from "./list";
import { PersonDetail, PersonFilter, PersonPage } from "./model";
import { getPerson, personRecord } from "./queries";

const missing = "person_not_found";
const params = Type.Object({ id: RecordPath("person") });
/** Titles stand only in included credits. */
const PersonQuery = Type.Object({ ...recordParameters(personRecord), ...adultQuery });

/** Everything below /people. */
export const personRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/people", tags: ["People"] })
    .get("", async ({ query }) => jsonPage(query, await listPeople(db, query)), {
      query: PersonFilter,
      detail: publicRead("listPeople", "Browse people"),
      response: { 200: PersonPage, ...errorResponses("invalid_filter", "validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id }, query }) =>
        new JsonAnswer(orNotFound(await getPerson(db, pathId("person", id), query), missing)),
      {
        params,
        query: PersonQuery,
        detail: publicRead("getPerson", "One person"),
        response: { 200: PersonDetail, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/credits",
      async ({ params: { id }, query }) =>
        new JsonAnswer(
          orNotFound(await getPersonCredits(db, pathId("person", id), query), missing),
        ),
      {
        params,
        query: PersonCreditsQuery,
        detail: publicRead("getPersonCredits", "The movies and series of a person, newest first"),
        response: { 200: PersonCredits, ...errorResponses(missing, "validation_error") },
      },
    );
