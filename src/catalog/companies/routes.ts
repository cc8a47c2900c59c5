import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { publicRead } from "~/catalog/public-read";
import { recordParameters } from "~/catalog/records/asked";
import { askedOf } from "~/catalog/records/list-parameters";
import { MoviePage, SeriesPage } from "~/catalog/titles/pages";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { jsonPage } from "~/http/request/page";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { CompanyDetail, CompanyFilter, CompanyPage, CompanyTitlesQuery } from "./model";
import {
  companyRecord,
  getCompany,
  listCompanies,
  listCompanyMovies,
  listCompanySeries,
} from "./queries";

const CompanyQuery = Type.Object(recordParameters(companyRecord));
const missing = "company_not_found";
const params = Type.Object({ id: RecordPath("company") });

/** Everything below /companies. */
export const companyRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/companies", tags: ["Companies"] })
    .get("", async ({ query }) => jsonPage(query, await listCompanies(db, query)), {
      query: CompanyFilter,
      detail: publicRead("listCompanies", "Browse companies by name"),
      response: { 200: CompanyPage, ...errorResponses("invalid_filter", "validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id }, query }) =>
        new JsonAnswer(orNotFound(await getCompany(db, pathId("company", id), query), missing)),
      {
        params,
        query: CompanyQuery,
        detail: publicRead("getCompany", "One production company or network"),
        response: { 200: CompanyDetail, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/movies",
      async ({ params: { id }, query }) =>
        jsonPage(
          query,
          orNotFound(
            await listCompanyMovies(db, pathId("company", id), query, askedOf(query)),
            missing,
          ),
        ),
      {
        params,
        query: CompanyTitlesQuery,
        detail: publicRead("listCompanyMovies", "The movies of a company, the most popular first"),
        response: { 200: MoviePage, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/series",
      async ({ params: { id }, query }) =>
        jsonPage(
          query,
          orNotFound(
            await listCompanySeries(db, pathId("company", id), query, askedOf(query)),
            missing,
          ),
        ),
      {
        params,
        query: CompanyTitlesQuery,
        detail: publicRead("listCompanySeries", "The series of a company, the most popular first"),
        response: { 200: SeriesPage, ...errorResponses(missing, "validation_error") },
      },
    );
