import { eq, sql } from "drizzle-orm";
import { creatorsOf, crewOf, type SeriesCredits, seriesCastOf } from "~/catalog/titles/credits";
import { titleParts } from "~/catalog/titles/sub-resources";
import type { Db } from "~/db/client";
import { writtenOnce } from "~/db/prepared-statement";
import { series } from "~/db/schema";

const credits = {
  cast: seriesCastOf(series.id),
  crew: crewOf(series.id),
  creators: creatorsOf(series.id),
};
const creditsById = writtenOnce((db) =>
  db
    .select(credits)
    .from(series)
    .where(eq(series.id, sql.placeholder("id"))),
);

/** The credits of a series; undefined when there is no such series, as everywhere here. */
export async function getSeriesCredits(db: Db, id: string): Promise<SeriesCredits | undefined> {
  return (await creditsById(db, { id }))[0];
}

export const {
  getImages: getSeriesImages,
  getVideos: getSeriesVideos,
  getOfferings: getSeriesOfferings,
} = titleParts("series", series);
