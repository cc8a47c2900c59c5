import { Elysia, t } from "elysia";
import { found } from "~/catalog/titles/found";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { page } from "~/http/request/page";
import { IdPath, pathId } from "~/http/request/public-id";
import {
  CompanyDetail,
  CompanyFilter,
  CompanyMoviePage,
  CompanyPage,
  CompanySeriesPage,
  CompanyTitlesQuery,
} from "./model";
import { getCompany, listCompanies } from "./queries";
import { listCompanyMovies, listCompanySeries } from "./titles";

const missing = "company_not_found";
const params = t.Object({ id: IdPath("company") });
const documented = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
});

/** Everything below /companies. */
export const companyRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/companies", tags: ["Companies"] })
    .get("", async ({ query }) => page(query, await listCompanies(db, query)), {
      query: CompanyFilter,
      detail: documented("listCompanies", "Browse companies by name"),
      response: { 200: CompanyPage, ...errorResponses("invalid_filter", "validation_error") },
    })
    .get(
      "/:id",
      async ({ params: { id } }) => found(await getCompany(db, pathId("company", id)), missing),
      {
        params,
        detail: documented("getCompany", "One production company or network"),
        response: { 200: CompanyDetail, ...errorResponses(missing) },
      },
    )
    .get(
      "/:id/movies",
      async ({ params: { id }, query }) =>
        page(query, found(await listCompanyMovies(db, pathId("company", id), query), missing)),
      {
        params,
        query: CompanyTitlesQuery,
        detail: documented("listCompanyMovies", "The movies of a company, the most popular first"),
        response: { 200: CompanyMoviePage, ...errorResponses(missing, "validation_error") },
      },
    )
    .get(
      "/:id/series",
      async ({ params: { id }, query }) =>
        page(query, found(await listCompanySeries(db, pathId("company", id), query), missing)),
      {
        params,
        query: CompanyTitlesQuery,
        detail: documented("listCompanySeries", "The series of a company, the most popular first"),
        response: { 200: CompanySeriesPage, ...errorResponses(missing, "validation_error") },
      },
    );
