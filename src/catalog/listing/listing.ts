import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { IncludesOf } from "~/catalog/titles/list-includes";
import type { Listed } from "~/positions/lists";
import type { TitleKind } from "~/vocabulary";

/** The table `movies` or `series`. */
type TitleTable = PgTable & Record<"id" | "year" | "genre_mask" | "adult", PgColumn>;

/** What a list of titles reads. */
export type Listing<Fields> = {
  kind: TitleKind;
  table: TitleTable;
  /** Its orders, and the positions of its pages. */
  listed: Listed;
  /** The columns of one result. */
  fields: Fields;
  /** What results may bring along. */
  includes: IncludesOf;
};
