import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { OneOf } from "~/http/request/fields";

/** The parameter of lists that leave adult titles and people out by default. */
export const adultQuery = {
  include_adult: OneOf(["true", "false"], {
    default: "false",
    description: "Whether adult titles and people are listed too",
  }),
};

/** The condition of `include_adult` on a flag that may be null; undefined when everything is listed. */
export const adultFilter = (adult: SQLWrapper, include_adult: "true" | "false"): SQL | undefined =>
  include_adult === "true" ? undefined : sql`${adult} is not true`;
