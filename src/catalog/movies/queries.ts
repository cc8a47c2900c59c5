import { eq, sql } from "drizzle-orm";
import { castOf, crewOf, type MovieCredits } from "~/catalog/titles/credits";
import { type TitleImages, titleImages } from "~/catalog/titles/images";
import { type TitleVideos, videosOf } from "~/catalog/titles/videos";
import { attributed, offeringsOf, type TitleOfferings } from "~/catalog/titles/watch-providers";
import { writtenOnce } from "~/catalog/titles/written-once";
import type { Db } from "~/db/client";
import { movies } from "~/db/schema";
import { publicId } from "~/db/sql";

const asked = eq(movies.id, sql.placeholder("id"));
const id = publicId("movie", movies.id);
const country = sql.placeholder("country");

const credits = { cast: castOf(movies.id), crew: crewOf(movies.id) };
const creditsById = writtenOnce((db) => db.select(credits).from(movies).where(asked));

const images = titleImages("movie", movies);
const imagesById = writtenOnce((db) => db.select(images).from(movies).where(asked));

const videos = { results: videosOf(movies.id) };
const videosById = writtenOnce((db) => db.select(videos).from(movies).where(asked));

const offerings = { id, results: offeringsOf(movies.id) };
const offeringsById = writtenOnce((db) => db.select(offerings).from(movies).where(asked));

const offeringsThere = { id, results: offeringsOf(movies.id, country) };
const offeringsIn = writtenOnce((db) => db.select(offeringsThere).from(movies).where(asked));

/** The credits of a movie; undefined when there is no such movie, as everywhere here. */
export async function getMovieCredits(db: Db, id: string): Promise<MovieCredits | undefined> {
  return (await creditsById(db, { id }))[0];
}

export async function getMovieImages(db: Db, id: string): Promise<TitleImages | undefined> {
  return (await imagesById(db, { id }))[0];
}

export async function getMovieVideos(db: Db, id: string): Promise<TitleVideos | undefined> {
  return (await videosById(db, { id }))[0];
}

/** Where a movie can be watched, in all countries or in one (upper case). */
export async function getMovieOfferings(
  db: Db,
  id: string,
  country?: string,
): Promise<TitleOfferings | undefined> {
  const rows = country === undefined ? offeringsById(db, { id }) : offeringsIn(db, { id, country });
  const [row] = await rows;
  return row && { id: row.id, ...attributed(row.results) };
}
