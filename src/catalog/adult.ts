import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { OneOf } from "~/http/request/fields";

/** The parameter of lists that leave adult titles and people out by default. */
export const adultQuery = {
  include_adult: OneOf(["true", "false"], {
    default: "false",
    description: "Whether adult titles and people are listed too",
  }),
};

/** The condition of `include_adult` on the column `adult`, which is null for removed records: they are never listed. */
export const adultFilter = (adult: SQLWrapper, include_adult: "true" | "false"): SQL =>
  include_adult === "true" ? sql`${adult} is not null` : sql`not ${adult}`;

/** Whether a record is adult, also while it is removed. */
export const isAdult = (row: Record<"adult" | "removed_adult", SQLWrapper>): SQL<boolean> =>
  sql<boolean>`coalesce(${row.adult}, ${row.removed_adult})`;
