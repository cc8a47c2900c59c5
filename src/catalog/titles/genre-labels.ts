import { eq, type SQL, type SQLWrapper } from "drizzle-orm";
import { type Static, t } from "elysia";
import { embedded, ListOf, listOf } from "~/db/json-sql";
import { genres, title_genres } from "~/db/schema";
import { publicId } from "~/db/sql";
import { PublicId } from "~/http/request/public-id";
import { genres as fixedGenres } from "~/vocabulary";

/** A genre as titles show it: bare ids would force a second look-up (M21). */
export const GenreLabel = t.Object({ id: PublicId("genre"), name: t.String() });
export type GenreLabel = Static<typeof GenreLabel>;

export const TitleGenres = ListOf(GenreLabel, fixedGenres.length);

/** The genres of a title, in the provider's order. */
export const genresOf = (title_id: SQLWrapper): SQL<GenreLabel[]> =>
  listOf(
    embedded
      .select({ id: publicId("genre", genres.id).as("id"), name: genres.name })
      .from(title_genres)
      .innerJoin(genres, eq(genres.id, title_genres.genre_id))
      .where(eq(title_genres.title_id, title_id))
      .orderBy(title_genres.position, genres.id),
  );
