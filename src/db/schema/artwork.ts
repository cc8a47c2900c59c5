import { doublePrecision, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { artworkOwner, artworkType, id } from "./columns";

/**
 * Every image we can name, once for each owner, type, path and language: bodies repeat rows. The
 * owner is one of many kinds, so its id carries no foreign key. The row whose path the owner itself
 * names (`poster_path`, `logo_path` …) is its primary one (M47). Language "xx" means no language, as
 * the provider's own list of languages has it, so that the key holds no null.
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
  (t) => [unique("artwork_owner_image").on(t.owner_id, t.type, t.file_path, t.language)],
);
