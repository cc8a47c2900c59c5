import { Type } from "@sinclair/typebox";
import { languageParameter } from "~/catalog/language/parameter";
import { listIncludes } from "~/catalog/titles/list-includes";
import { type Asked, Include } from "./asked";
import { requireNeeded } from "./needs";

/** The country of included offerings. */
const country = Type.Optional(
  Type.String({
    pattern: "^[A-Za-z]{2}$",
    alias: "region",
    description:
      "The country of included `watch_providers`, which need it: ISO 3166-1 alpha-2, in either case",
    examples: ["US"],
    expected: "two letters, such as US",
  }),
);

/** What lists of titles bring along; `named` is the parameter of the country that offerings need. */
function ListInclude(named: "country" | "region") {
  const include = Include(listIncludes);
  return {
    ...include,
    description: `${include.description}; watch_providers needs \`${named}\``,
    documented: { ...include.documented, "x-needs": { watch_providers: named } },
  };
}

/** The parameter of what a list brings along that has a region of its own, which is the country of offerings. */
export const regionalListParameters = {
  ...languageParameter,
  include: Type.Optional(ListInclude("region")),
};

/** The parameters of what lists of titles bring along. */
export const listParameters = {
  ...languageParameter,
  include: Type.Optional(ListInclude("country")),
  country,
};

/** What a validated query of a list asks for beside the plain answer; refused with 422 where a parameter is missing. */
export function askedOf(query: Asked, named?: "region"): Asked {
  requireNeeded(query, named && { country: named });
  const { include, language, country } = query;
  return { include, language, country };
}
