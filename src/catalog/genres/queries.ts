import { and, eq, sql } from "drizzle-orm";
import { alphabetically, selectPage } from "~/catalog/paging";
import { embedded } from "~/catalog/titles/embedded";
import type { Db } from "~/db/client";
import { genres, movies, series, title_genres } from "~/db/schema";
import { publicId } from "~/db/sql";
import type { Slice } from "~/http/page";
import type { GenreDetail, GenreFilter, GenreSummary } from "./model";

const genreSummary = {
  id: publicId("genre", genres.id).as("id"),
  kind: sql<"genre">`'genre'`.as("kind"),
  name: genres.name,
};

// One level down, because drizzle strips the table from columns at the top of a column.
const countOf = (titles: typeof movies | typeof series) =>
  sql<number>`${embedded
    .select({ count: sql`count(*)::int` })
    .from(title_genres)
    .innerJoin(titles, and(eq(titles.id, title_genres.title_id), eq(titles.adult, false)))
    .where(eq(title_genres.genre_id, genres.id))}`;

/** One genre and its counts; undefined when there is none. */
export async function getGenre(db: Db, id: string): Promise<GenreDetail | undefined> {
  const fields = { ...genreSummary, movie_count: countOf(movies), series_count: countOf(series) };
  const [genre] = await db.select(fields).from(genres).where(eq(genres.id, id));
  return genre;
}

/** A page of genres by name (M81). */
export function listGenres(db: Db, { page, page_size }: GenreFilter): Promise<Slice<GenreSummary>> {
  return selectPage(db, {
    fields: genreSummary,
    from: genres,
    where: undefined,
    order: [alphabetically(genres.name), genres.id],
    page,
    page_size,
  });
}
