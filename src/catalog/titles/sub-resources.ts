import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/db/client";
import { jsonRow, jsonText } from "~/db/json-sql";
import { joinObjects, jsonOf } from "~/db/json-text";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { TitleKind } from "~/vocabulary";
import { type TitleVideos, videosOf } from "./videos";
import { attributed, offeringsOf, type TitleOfferings } from "./watch-providers";

/** The table `movies` or `series`. */
type Titles = PgTable & { id: PgColumn };

/**
 * The queries of /videos and /watch-providers of a title, for movies or for series. Each
 * returns undefined when there is no such title.
 */
export function titleSubResources(kind: TitleKind, table: Titles) {
  const ofId = eq(table.id, parameter("id"));
  const id = publicId(kind, table.id);

  const videos = { json: jsonText(jsonRow({ results: videosOf(table.id) })) };
  const videosById = preparedStatement((db) =>
    db
      .select(videos)
      .from(table as PgTable)
      .where(ofId),
  );

  const offerings = { id, results: offeringsOf(table.id) };
  const offeringsById = preparedStatement((db) =>
    db
      .select(offerings)
      .from(table as PgTable)
      .where(ofId),
  );

  const offeringsOfCountry = { id, results: offeringsOf(table.id, parameter("country")) };
  const offeringsIn = preparedStatement((db) =>
    db
      .select(offeringsOfCountry)
      .from(table as PgTable)
      .where(ofId),
  );

  return {
    getVideos: async (db: Db, id: string): Promise<JsonRecord<TitleVideos> | undefined> =>
      (await videosById(db, { id }))[0],

    /** Where a title can be watched, in all countries or in one (upper case). */
    getOfferings: async (
      db: Db,
      id: string,
      country?: string,
    ): Promise<JsonRecord<TitleOfferings> | undefined> => {
      const [row] = await (country === undefined
        ? offeringsById(db, { id })
        : offeringsIn(db, { id, country }));
      return row && { json: joinObjects(jsonOf({ id: row.id }), attributed(row.results)) };
    },
  };
}
