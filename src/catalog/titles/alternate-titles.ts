import { eq, type SQL, type SQLWrapper } from "drizzle-orm";
import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import { embedded, listOf } from "~/db/json-sql";
import { alternate_titles } from "~/db/schema";
import { Nullable } from "~/http/request/fields";

/** What a title is called elsewhere; `type` is the provider's free text (M39). */
export const AlternateTitle = t.Object({
  title: t.String(),
  country_code: Nullable(t.String({ description: "ISO 3166-1 alpha-2" })),
  type: Nullable(t.String()),
});
export type AlternateTitle = Static<typeof AlternateTitle>;

/** The alternate titles of a movie or series, in the provider's order. */
export const alternateTitlesOf = (title_id: SQLWrapper): SQL<AlternateTitle[]> =>
  listOf(
    embedded
      .select({
        title: alternate_titles.title,
        country_code: alternate_titles.country_code,
        type: alternate_titles.type,
      })
      .from(alternate_titles)
      .where(eq(alternate_titles.title_id, title_id))
      .orderBy(alternate_titles.position),
    bounds.alternate_titles,
  );
