import { validationError } from "~/http/request/problems";
import type { Asked } from "./asked";
import { isIncluded } from "./includes";

/** The parameters without which a part cannot be read. */
const needs = { watch_providers: "country", episodes: "seasons" } as const;

type Options = {
  /** Where the parameters are given; by default in the query. */
  part?: "query" | "body";
  /** What the route calls the country. */
  country?: "country" | "region";
};

/** Refuses parts without the parameter that they need, with 422. */
export function requireNeeded(asked: Asked, { part = "query", country = "country" }: Options = {}) {
  for (const [name, parameter] of Object.entries(needs)) {
    if (asked[parameter] !== undefined || !isIncluded(asked.include, name)) continue;
    const field = parameter === "country" ? country : parameter;
    const message = `is required with ${name} in include`;
    throw validationError([{ in: part, field, message }]);
  }
}
