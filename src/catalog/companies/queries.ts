import { and, eq, sql } from "drizzle-orm";
import { alphabetically, selectPage } from "~/catalog/listing/page";
import type { Db } from "~/db/client";
import { companies } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { Slice } from "~/http/request/page";
import type { CompanyDetail, CompanyFilter, CompanySummary } from "./model";

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
  external_ids: { tmdb: companies.external_id },
  created_at: timestamp(companies.created_at),
  updated_at: timestamp(companies.updated_at),
};

/** Everything about one company; undefined when there is none. */
export async function getCompany(db: Db, id: string): Promise<CompanyDetail | undefined> {
  const [company] = await db.select(companyDetail).from(companies).where(eq(companies.id, id));
  if (company === undefined) return undefined;
  const path = `/api/v1/companies/${company.id}`;
  return { ...company, links: { movies: `${path}/movies`, series: `${path}/series` } };
}

/** A page of companies by name; a country no company has gives an empty one (M79). */
export async function listCompanies(db: Db, filter: CompanyFilter): Promise<Slice<CompanySummary>> {
  const { company_type, country, page, page_size } = filter;
  if (country?.includes("\0")) return { results: [], total_results: 0 };
  const where = and(
    company_type === undefined ? undefined : eq(companies.company_type, company_type),
    country === undefined ? undefined : eq(companies.country, country),
  );
  const order = [alphabetically(companies.name), companies.id];
  return selectPage(db, {
    fields: companySummary,
    from: companies,
    where,
    order,
    page,
    page_size,
  });
}
