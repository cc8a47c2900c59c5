import { and, eq, sql } from "drizzle-orm";
import { pagesOf } from "~/catalog/listing/page";
import type { Db } from "~/db/client";
import { jsonRow, jsonText, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { genres, title_totals } from "~/db/schema";
import { byName, publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { JsonSlice } from "~/http/request/page";
import type { TitleKind } from "~/vocabulary";
import type { GenreDetail, GenreFilter, GenreSummary } from "./model";

const genreSummary = {
  id: publicId("genre", genres.id).as("id"),
  kind: sql<"genre">`'genre'`.as("kind"),
  name: genres.name,
};

// Inside sql`` once more: at the top of a column, Drizzle drops the table's name from columns.
const countOf = (kind: TitleKind) =>
  sql<number>`${subquery
    .select({ count: sql`coalesce(sum(${title_totals.n}), 0)::int` })
    .from(title_totals)
    .where(
      and(
        eq(title_totals.kind, kind),
        eq(title_totals.genre, sql`genre_place(${genres.id})`),
        eq(title_totals.adult, false),
      ),
    )}`;

const genreDetail = {
  ...genreSummary,
  movie_count: countOf("movie"),
  series_count: countOf("series"),
};
const genreJson = { json: jsonText(jsonRow(genreDetail)) };
const byId = preparedStatement((db) =>
  db
    .select(genreJson)
    .from(genres)
    .where(eq(genres.id, parameter("id"))),
);

/** One genre and its counts; undefined when there is none. */
export async function getGenre(db: Db, id: string): Promise<JsonRecord<GenreDetail> | undefined> {
  return (await byId(db, { id }))[0];
}

const pages = pagesOf({
  fields: genreSummary,
  from: genres,
  where: undefined,
  order: [byName(genres.name), genres.id],
});

/** A page of genres by name. */
export const listGenres = (db: Db, filter: GenreFilter): Promise<JsonSlice<GenreSummary>> =>
  pages(db, filter);
