import { eq, sql } from "drizzle-orm";
import { creatorsOf, crewOf, type SeriesCredits, seriesCastOf } from "~/catalog/titles/credits";
import { type TitleImages, titleImages } from "~/catalog/titles/images";
import { type TitleVideos, videosOf } from "~/catalog/titles/videos";
import { attributed, offeringsOf, type TitleOfferings } from "~/catalog/titles/watch-providers";
import { writtenOnce } from "~/catalog/titles/written-once";
import type { Db } from "~/db/client";
import { series } from "~/db/schema";
import { publicId } from "~/db/sql";

const asked = eq(series.id, sql.placeholder("id"));
const id = publicId("series", series.id);
const country = sql.placeholder("country");

const credits = {
  cast: seriesCastOf(series.id),
  crew: crewOf(series.id),
  creators: creatorsOf(series.id),
};
const creditsById = writtenOnce((db) => db.select(credits).from(series).where(asked));

const images = titleImages("series", series);
const imagesById = writtenOnce((db) => db.select(images).from(series).where(asked));

const videos = { results: videosOf(series.id) };
const videosById = writtenOnce((db) => db.select(videos).from(series).where(asked));

const offerings = { id, results: offeringsOf(series.id) };
const offeringsById = writtenOnce((db) => db.select(offerings).from(series).where(asked));

const offeringsThere = { id, results: offeringsOf(series.id, country) };
const offeringsIn = writtenOnce((db) => db.select(offeringsThere).from(series).where(asked));

/** The credits of a series; undefined when there is no such series, as everywhere here. */
export async function getSeriesCredits(db: Db, id: string): Promise<SeriesCredits | undefined> {
  return (await creditsById(db, { id }))[0];
}

export async function getSeriesImages(db: Db, id: string): Promise<TitleImages | undefined> {
  return (await imagesById(db, { id }))[0];
}

export async function getSeriesVideos(db: Db, id: string): Promise<TitleVideos | undefined> {
  return (await videosById(db, { id }))[0];
}

/** Where a series can be watched, in all countries or in one (upper case). */
export async function getSeriesOfferings(
  db: Db,
  id: string,
  country?: string,
): Promise<TitleOfferings | undefined> {
  const rows = country === undefined ? offeringsById(db, { id }) : offeringsIn(db, { id, country });
  const [row] = await rows;
  return row && { id: row.id, ...attributed(row.results) };
}
