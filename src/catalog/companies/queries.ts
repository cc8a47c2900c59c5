import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import { adultFilter } from "~/catalog/adult";
import { pageColumns, recordsOf, selectPage } from "~/catalog/listing/page";
import {
  type MovieSummary,
  movieSummary,
  type SeriesSummary,
  seriesSummary,
} from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonRow, jsonText, subquery } from "~/db/json-sql";
import { type JsonText, joinObjects, jsonOf } from "~/db/json-text";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { companies, movies, series, title_companies } from "~/db/schema";
import { byName, publicId, timestamp } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { JsonSlice } from "~/http/request/page";
import type { CompanyDetail, CompanyFilter, CompanySummary, CompanyTitlesQuery } from "./model";

/** The columns of a {@link CompanySummary}, for any SELECT that reads `companies`. */
export const companySummary = {
  id: publicId("company", companies.id).as("id"),
  kind: sql<"company">`'company'`.as("kind"),
  name: companies.name,
  company_type: companies.company_type,
  country: companies.country,
  logo_path: companies.logo_path,
};

const companyDetail = {
  ...companySummary,
  homepage: companies.homepage,
  headquarters: companies.headquarters,
  external_ids: jsonRow({ tmdb: companies.external_id }),
  created_at: timestamp(companies.created_at),
  updated_at: timestamp(companies.updated_at),
};

const companyJson = {
  id: publicId("company", companies.id),
  updated_at: timestamp(companies.updated_at),
  json: jsonText(jsonRow(companyDetail)),
};
const byId = preparedStatement((db) =>
  db
    .select(companyJson)
    .from(companies)
    .where(eq(companies.id, parameter("id"))),
);

/** Everything about one company; undefined when there is none. */
export async function getCompany(
  db: Db,
  id: string,
): Promise<JsonRecord<CompanyDetail> | undefined> {
  const [company] = await byId(db, { id });
  if (company === undefined) return undefined;
  const path = `/api/v1/companies/${company.id}`;
  const links = { movies: `${path}/movies`, series: `${path}/series` };
  const json: JsonText<CompanyDetail> = joinObjects(company.json, jsonOf({ links }));
  return { json, updated_at: company.updated_at };
}

/** A page of companies by name; empty for a country that no company has. */
export async function listCompanies(
  db: Db,
  filter: CompanyFilter,
): Promise<JsonSlice<CompanySummary>> {
  const { company_type, country, page, page_size } = filter;
  if (country?.includes("\0")) return { results: "[]", total_results: 0 };
  const where = and(
    company_type === undefined ? undefined : eq(companies.company_type, company_type),
    country === undefined ? undefined : eq(companies.country, country),
  );
  const total = where === undefined ? recordsOf("company") : undefined;
  const order = [byName(companies.name), companies.id];
  return selectPage(db, {
    fields: companySummary,
    from: companies,
    where,
    total,
    order,
    page,
    page_size,
  });
}

type Titles = PgTable & Record<"id" | "adult" | "popularity", PgColumn>;

/** Reads pages of the titles of a company, the most popular first. */
const titlesOfCompany =
  <Summary>(from: Titles, fields: SelectedFields) =>
  async (
    db: Db,
    id: string,
    { include_adult, page, page_size }: CompanyTitlesQuery,
  ): Promise<JsonSlice<Summary> | undefined> => {
    const titleIds = subquery
      .select({ title_id: title_companies.title_id })
      .from(title_companies)
      .where(eq(title_companies.company_id, id));
    const where = and(inArray(from.id, titleIds), adultFilter(from.adult, include_adult));
    const order = [sql`${from.popularity} desc nulls last`, from.id];
    const columns = pageColumns({ fields, from, where, order, page, page_size });
    const [slice] = await db.select(columns).from(companies).where(eq(companies.id, id));
    return slice as JsonSlice<Summary> | undefined;
  };

/** A page of a company's movies, the most popular first; undefined when there is no such company. */
export const listCompanyMovies = titlesOfCompany<MovieSummary>(movies, movieSummary);

/** A page of a company's series, the most popular first; undefined when there is no such company. */
export const listCompanySeries = titlesOfCompany<SeriesSummary>(series, seriesSummary);
