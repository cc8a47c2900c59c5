import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import { adultFilter } from "~/catalog/adult";
import { imagesJson } from "~/catalog/artwork/lists";
import { pagesOf, pagesOfRecord, recordsOf } from "~/catalog/listing/page";
import type { Asked } from "~/catalog/records/asked";
import { recordReader, recordSource } from "~/catalog/records/record";
import {
  type IncludesOf,
  movieListIncludes,
  seriesListIncludes,
} from "~/catalog/titles/list-includes";
import {
  type MovieSummary,
  movieSummary,
  type SeriesSummary,
  seriesSummary,
} from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonRow, jsonText, subquery } from "~/db/json-sql";
import { type JsonText, joinObjects, jsonOf } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { companies, movies, series, title_companies } from "~/db/schema";
import { byName, publicId, timestamp } from "~/db/sql";
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

/** The external ids of the company in `companies`. */
export const companyExternalIds = jsonRow({ tmdb: companies.external_id });

const companyDetail = {
  ...companySummary,
  homepage: companies.homepage,
  headquarters: companies.headquarters,
  external_ids: companyExternalIds,
  created_at: timestamp(companies.created_at),
  updated_at: timestamp(companies.updated_at),
};

/** How a company is read. */
export const companyRecord = recordSource({
  from: sql`${companies}`,
  id: companies.id,
  public_id: publicId("company", companies.id),
  updated_at: timestamp(companies.updated_at),
  parts: { json: jsonText(jsonRow(companyDetail)) },
  assemble: ({ json }, id): JsonText<CompanyDetail> => {
    const path = `/api/v1/companies/${id}`;
    return joinObjects(
      json,
      jsonOf({ links: { movies: `${path}/movies`, series: `${path}/series` } }),
    );
  },
  includes: { images: imagesJson("company") },
});

/** Everything about one company; undefined when there is none. */
export const getCompany = recordReader(companyRecord);

const pagesBy = (filters: { company_type: boolean; country: boolean }) => {
  const where = and(
    filters.company_type ? eq(companies.company_type, parameter("company_type")) : undefined,
    filters.country ? eq(companies.country, parameter("country")) : undefined,
  );
  const order = [byName(companies.name), companies.id];
  const counted = where === undefined ? { total: recordsOf("company") } : {};
  return pagesOf({ fields: companySummary, from: companies, where, order, ...counted });
};
const allPages = pagesBy({ company_type: false, country: false });
const pagesOfType = pagesBy({ company_type: true, country: false });
const pagesOfCountry = pagesBy({ company_type: false, country: true });
const pagesOfBoth = pagesBy({ company_type: true, country: true });

/** A page of companies by name; empty for a country that no company has. */
export async function listCompanies(
  db: Db,
  filter: CompanyFilter,
): Promise<JsonSlice<CompanySummary>> {
  const { company_type, country } = filter;
  if (country?.includes("\0")) return { results: "[]", total_results: 0 };
  const [all, ofCountry] =
    company_type === undefined ? [allPages, pagesOfCountry] : [pagesOfType, pagesOfBoth];
  const pages = country === undefined ? all : ofCountry;
  return pages(db, filter, { company_type, country });
}

type Titles = PgTable & Record<"id" | "adult" | "popularity", PgColumn>;

/** Reads pages of the titles of a company, the most popular first. */
function titlesOfCompany<Summary>(from: Titles, fields: SelectedFields, includes: IncludesOf) {
  const titleIds = subquery
    .select({ title_id: title_companies.title_id })
    .from(title_companies)
    .where(eq(title_companies.company_id, parameter("id")));
  const order = [sql`${from.popularity} desc nulls last`, from.id];
  const pages = (include_adult: CompanyTitlesQuery["include_adult"]) => {
    const where = and(inArray(from.id, titleIds), adultFilter(from.adult, include_adult));
    return pagesOfRecord(companies, { fields, from, where, order, includes });
  };
  const read = { true: pages("true"), false: pages("false") };
  return (db: Db, id: string, query: CompanyTitlesQuery, asked: Asked = {}) =>
    read[query.include_adult](db, query, { id }, asked) as Promise<JsonSlice<Summary> | undefined>;
}

/** A page of a company's movies, the most popular first; undefined when there is no such company. */
export const listCompanyMovies = titlesOfCompany<MovieSummary>(
  movies,
  movieSummary,
  movieListIncludes,
);

/** A page of a company's series, the most popular first; undefined when there is no such company. */
export const listCompanySeries = titlesOfCompany<SeriesSummary>(
  series,
  seriesSummary,
  seriesListIncludes,
);
