import { eq, sql } from "drizzle-orm";
import { castOf, crewOf, type MovieCredits } from "~/catalog/titles/credits";
import { titleParts } from "~/catalog/titles/sub-resources";
import type { Db } from "~/db/client";
import { writtenOnce } from "~/db/prepared-statement";
import { movies } from "~/db/schema";

const credits = { cast: castOf(movies.id), crew: crewOf(movies.id) };
const creditsById = writtenOnce((db) =>
  db
    .select(credits)
    .from(movies)
    .where(eq(movies.id, sql.placeholder("id"))),
);

/** The credits of a movie; undefined when there is no such movie, as everywhere here. */
export async function getMovieCredits(db: Db, id: string): Promise<MovieCredits | undefined> {
  return (await creditsById(db, { id }))[0];
}

export const {
  getImages: getMovieImages,
  getVideos: getMovieVideos,
  getOfferings: getMovieOfferings,
} = titleParts("movie", movies);
