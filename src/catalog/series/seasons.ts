import { type Static, Type } from "@sinclair/typebox";
import { eq, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { imageModels, imagesJson } from "~/catalog/artwork/lists";
import { ImagePath, Overview, VoteAverage } from "~/catalog/fields";
import { localizable } from "~/catalog/language/model";
import { answerStatement } from "~/catalog/language/statement";
import type { Asked } from "~/catalog/records/asked";
import {
  type OwnedRecord,
  ownedRecordReader,
  recordReader,
  recordSource,
} from "~/catalog/records/record";
import { Translations } from "~/catalog/translations/model";
import { translationsJson } from "~/catalog/translations/queries";
import type { Db } from "~/db/client";
import { jsonArray, jsonRow, jsonText, subquery } from "~/db/json-sql";
import type { JsonText } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { seasons, series } from "~/db/schema";
import { publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import { CalendarDate, ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { Episode, episodesOf } from "./episodes";

export const Season = localizable(
  "season",
  {
    id: PublicId("season"),
    kind: Type.Literal("season", { description: "Always `season`" }),
    series_id: PublicId("series"),
    season_number: WholeNumber({ description: "0 is the season of specials", examples: [5] }),
    title: Nullable(
      Type.String({ description: "Title in English; null when unknown", examples: ["Season 5"] }),
    ),
    overview: Overview("The business grows, and so does the price."),
    air_date: Nullable(CalendarDate({ examples: ["2012-07-15"] }), {
      description: "When it began or will begin; null when unknown",
    }),
    poster_path: ImagePath("Poster", "/demo-season.jpg"),
    episode_count: Nullable(
      WholeNumber({
        description: "Episodes as the provider counts them; null when unknown",
        examples: [16],
      }),
    ),
    episodes_ingested: Type.Boolean({
      description: "Whether its episodes are in the catalog",
      examples: [true],
    }),
    vote_average: VoteAverage(8.9),
    episodes: Type.Optional(
      ListOf(Episode, bounds.episodes, {
        description:
          "Episodes by number; only in a series that includes the episodes of this season",
      }),
    ),
  },
  { $id: "Season", description: "A season; without episodes until it is ingested itself" },
);
export type Season = Static<typeof Season>;

export const SeasonList = Type.Object(
  { results: ListOf(Season, bounds.seasons, { description: "Seasons by number" }) },
  { $id: "SeasonList", description: "The seasons of a series" },
);
export type SeasonList = Static<typeof SeasonList>;

export const SeasonDetail = localizable(
  "season",
  {
    ...Season.properties,
    episodes: ListOf(Episode, bounds.episodes, {
      description: "Episodes by number; none until the season is ingested itself",
    }),
    images: Type.Optional(imageModels.season),
    translations: Type.Optional(Translations("season")),
  },
  { $id: "SeasonDetail", description: "A season with its episodes" },
);
export type SeasonDetail = Static<typeof SeasonDetail>;

/** The columns of a {@link Season}, for any SELECT that reads `seasons`. */
export const seasonSummary = {
  id: publicId("season", seasons.id).as("id"),
  kind: sql<"season">`'season'`.as("kind"),
  series_id: publicId("series", seasons.series_id).as("series_id"),
  season_number: seasons.season_number,
  title: seasons.title,
  overview: seasons.overview,
  air_date: seasons.air_date,
  poster_path: seasons.poster_path,
  episode_count: seasons.episode_count,
  episodes_ingested: seasons.episodes_ingested,
  vote_average: seasons.vote_average,
};

const seasonDetail = { ...seasonSummary, episodes: episodesOf(seasons.id).as("episodes") };

/** The seasons of the series in `series`, by number. */
export const seasonsOfSeries: SQL<Season[]> = jsonArray(
  subquery
    .select(seasonSummary)
    .from(seasons)
    .where(eq(seasons.series_id, series.id))
    .orderBy(seasons.season_number),
  bounds.seasons,
);

/**
 * The same, those of the numbers in the parameter `seasons` with their episodes by number. The braces are put
 * around the text anew, because an object of SQL has the same keys in every row.
 */
export const seasonsWithEpisodes: SQL<Season[]> = sql`array_to_json(array(
  select case when ${seasons.season_number} = any((select ${parameter("seasons")}::int[])::int[])
    then (left((${jsonRow(seasonSummary)})::text, -1) || ',"episodes":' || (${episodesOf(seasons.id)})::text || '}')::json
    else ${jsonRow(seasonSummary)} end
  from ${seasons} where ${eq(seasons.series_id, series.id)}
  order by ${seasons.season_number} limit ${sql.raw(String(bounds.seasons))}))`;

const ofId = eq(series.id, parameter("series_id"));

const seasonList = { json: jsonText(jsonRow({ results: seasonsOfSeries })) };
const list = answerStatement((db) => db.select(seasonList).from(series).where(ofId));

/** How a season is read. */
export const seasonRecord = recordSource({
  from: sql`${seasons}`,
  id: seasons.id,
  public_id: publicId("season", seasons.id),
  parts: { json: jsonText(jsonRow(seasonDetail)) },
  assemble: ({ json }): JsonText<SeasonDetail> => json,
  includes: { images: imagesJson("season"), translations: translationsJson("season", seasons.id) },
});

/** The seasons of a series; undefined when there is no such series. */
export async function listSeasons(
  db: Db,
  series_id: string,
  asked?: Asked,
): Promise<JsonRecord<SeasonList> | undefined> {
  return (await list(db, { series_id }, asked))[0];
}

const byNumber = ownedRecordReader(seasonRecord, {
  owner: sql`select from ${series} where ${ofId}`,
  where: sql`${seasons.series_id} = ${parameter("series_id")}
    and ${seasons.season_number} = ${parameter("season_number")}`,
});

/** One season; its record is null when the series has none of this number, undefined when there is no such series. */
export const getSeasonByNumber = (
  db: Db,
  series_id: string,
  season_number: number,
  asked?: Asked,
): Promise<OwnedRecord<SeasonDetail, object> | undefined> =>
  byNumber(db, { series_id, season_number }, asked);

/** One season by its own id; undefined when there is none. */
export const getSeason = recordReader(seasonRecord);
