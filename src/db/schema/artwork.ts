import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { artworkOwner, artworkType, id } from "./columns";

/**
 * All known images, one row per owner, type, path and language (payloads repeat rows). Owners are of many
 * kinds, so `owner_id` has no foreign key. The primary image is the one that the owner itself refers to
 * (`poster_path`, `logo_path` …). Language "xx" means no language, as in the provider's list of languages,
 * so that the key contains no null.
 */
export const artwork = pgTable(
  "artwork",
  {
    id: id(),
    owner_kind: artworkOwner().notNull(),
    owner_id: uuid().notNull(),
    type: artworkType().notNull(),
    file_path: text().notNull(),
    language: text().notNull().default("xx"),
    width: integer(),
    height: integer(),
    aspect_ratio: doublePrecision(),
    vote_average: doublePrecision(),
    vote_count: integer(),
    position: integer().notNull(),
  },
  (t) => [
    unique("artwork_owner_image").on(t.owner_id, t.type, t.file_path, t.language),
    // The best poster in a language, for answers in other languages.
    index("artwork_best_posters")
      .on(
        t.owner_id,
        t.language,
        t.vote_average.desc().nullsLast(),
        t.vote_count.desc().nullsLast(),
        sql`file_path collate "C"`,
      )
      .where(sql`type = 'poster'`)
      .concurrently(),
  ],
);
