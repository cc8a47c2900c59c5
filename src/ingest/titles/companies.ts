import { sql } from "drizzle-orm";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { title_companies } from "~/db/schema";
import { array } from "~/db/sql";
import { companyKey, type Ids, idOf } from "~/ingest/shared-records";
import type { CompanyType } from "~/vocabulary";
import type { NormalizedCompany } from "./normalize";

const companyLists = {
  production_company: "production_companies",
  network: "networks",
} as const satisfies Record<CompanyType, string>;

/**
 * Makes the companies of a title equal to the provider's lists. If the provider lists companies of
 * one type only, those of the other type stay.
 */
export async function reconcileCompanies(
  db: Db,
  title_id: string,
  companies: readonly NormalizedCompany[],
  ids: Ids<string>,
  incomplete: ReadonlySet<string>,
): Promise<void> {
  const rows = companies.map((company, position) => ({
    title_id,
    company_id: idOf(ids, companyKey(company)),
    position,
  }));
  const keys = { owner: ["title_id"], key: ["company_id"], keep: true };
  const complete = companies
    .map(({ company_type }) => company_type)
    .filter((type) => !incomplete.has(companyLists[type]));
  const types = array([...new Set(complete)], "text");
  const listed = array(
    rows.map(({ company_id }) => company_id),
    "uuid",
  );
  await Promise.all([
    reconcileChildren(db, title_companies, keys, rows),
    db.execute(sql`
      delete from title_companies using companies
      where title_id = ${title_id} and company_id <> all(${listed})
        and companies.id = company_id and company_type::text = any(${types})`),
  ]);
}
