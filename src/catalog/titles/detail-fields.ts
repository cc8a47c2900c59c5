import { and, eq, type SQL, type SQLWrapper } from "drizzle-orm";
import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import { embedded, listOf } from "~/db/json-sql";
import { companies, title_companies } from "~/db/schema";
import { publicId } from "~/db/sql";
import { Nullable, OneOf } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { type CompanyType, companyTypes } from "~/vocabulary";

export const CompanyBrief = t.Object({
  id: PublicId("company"),
  name: t.String(),
  company_type: OneOf(companyTypes),
  logo_path: Nullable(t.String()),
  country: Nullable(t.String({ description: "ISO 3166-1 alpha-2" })),
});
export type CompanyBrief = Static<typeof CompanyBrief>;

/** The companies of one type behind a title, in the provider's order. */
export const companiesOf = (title_id: SQLWrapper, company_type: CompanyType): SQL<CompanyBrief[]> =>
  listOf(
    embedded
      .select({
        id: publicId("company", companies.id).as("id"),
        name: companies.name,
        company_type: companies.company_type,
        logo_path: companies.logo_path,
        country: companies.country,
      })
      .from(title_companies)
      .innerJoin(companies, eq(companies.id, title_companies.company_id))
      .where(and(eq(title_companies.title_id, title_id), eq(companies.company_type, company_type)))
      .orderBy(title_companies.position, companies.id),
    bounds.companies,
  );
