import { eq, type SQL, type SQLWrapper } from "drizzle-orm";
import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import { embedded, listOf } from "~/db/json-sql";
import { keywords, title_keywords } from "~/db/schema";
import { publicId } from "~/db/sql";
import { PublicId } from "~/http/request/public-id";

export const KeywordLabel = t.Object({ id: PublicId("keyword"), name: t.String() });
export type KeywordLabel = Static<typeof KeywordLabel>;

/** The keywords of a title by name; the provider gives them no order. */
export const keywordsOf = (title_id: SQLWrapper): SQL<KeywordLabel[]> =>
  listOf(
    embedded
      .select({ id: publicId("keyword", keywords.id).as("id"), name: keywords.name })
      .from(title_keywords)
      .innerJoin(keywords, eq(keywords.id, title_keywords.keyword_id))
      .where(eq(title_keywords.title_id, title_id))
      .orderBy(keywords.name, keywords.id),
    bounds.keywords,
  );
