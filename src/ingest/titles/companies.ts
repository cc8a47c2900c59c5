import { type SQL, sql } from "drizzle-orm";
import { childrenStatement } from "~/db/children";
import { distinctBy } from "~/db/recordset";
import { title_companies } from "~/db/schema";
import { array } from "~/db/sql";
import { companyKey, type Ids, idOf } from "~/ingest/shared-records";
import { type CompanyType, companyTypes } from "~/vocabulary";
import type { NormalizedCompany } from "./normalize";

const companyLists = {
  production_company: "production_companies",
  network: "networks",
} as const satisfies Record<CompanyType, string>;

/**
 * The statements that make the companies of a title equal to the provider's lists. If the provider lists
 * companies of one type only, those of the other type stay. Positions count within a type, so that none moves
 * when the other list grows.
 */
export function companyStatements(
  { id: title_id, fresh }: { id: string; fresh: boolean },
  companies: readonly NormalizedCompany[],
  ids: Ids<string>,
  incomplete: ReadonlySet<string>,
): (SQL | undefined)[] {
  const rows = companyTypes.flatMap((type) =>
    distinctBy(
      companies.filter(({ company_type }) => company_type === type),
      ["external_id"],
    ).map((company, position) => ({
      title_id,
      company_id: idOf(ids, companyKey(company)),
      position,
    })),
  );
  const keys = { owner: ["title_id"], key: ["company_id"], keep: true, fresh };
  const added = childrenStatement(title_companies, keys, rows);
  const complete = companies
    .map(({ company_type }) => company_type)
    .filter((type) => !incomplete.has(companyLists[type]));
  if (fresh || complete.length === 0) return [added];
  const types = array([...new Set(complete)], "text");
  const listed = array(
    rows.map(({ company_id }) => company_id),
    "uuid",
  );
  return [
    added,
    sql`
      delete from title_companies using companies
      where title_id = ${title_id} and company_id <> all(${listed})
        and companies.id = company_id and company_type::text = any(${types})`,
  ];
}
