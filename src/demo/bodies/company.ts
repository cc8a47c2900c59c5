import type { Company } from "~/demo/schema/reference";
import type { Body } from "./body";
import { companySummary } from "./labels";

/** The body of /3/company/{id}; it has no type, as the provider's has none. */
export function companyBody(company: Company): Body {
  return {
    description: "",
    headquarters: "",
    homepage: "",
    ...companySummary(company, "company"),
    parent_company: null,
  };
}
