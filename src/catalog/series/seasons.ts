import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import type { Db } from "~/db/client";
import { jsonArray, jsonObject, subquery } from "~/db/json-sql";
import { preparedStatement } from "~/db/prepared-statement";
import { seasons, series } from "~/db/schema";
import { publicId } from "~/db/sql";
import { CalendarDate, ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { Episode, episodesOf } from "./episodes";

/** A season; a stub from its series until its own ingestion has filled the episodes (M32). */
export const Season = Type.Object({
  id: PublicId("season"),
  kind: Type.Literal("season"),
  series_id: PublicId("series"),
  season_number: WholeNumber({ description: "0 holds the specials" }),
  title: Nullable(Type.String()),
  overview: Nullable(Type.String()),
  air_date: Nullable(CalendarDate()),
  poster_path: Nullable(Type.String()),
  episode_count: Nullable(WholeNumber({ description: "As the provider states it" })),
  episodes_ingested: Type.Boolean({ description: "Whether the episodes are in the catalog" }),
  vote_average: Nullable(Type.Number()),
});
export type Season = Static<typeof Season>;

export const SeasonList = Type.Object({ results: ListOf(Season, bounds.seasons) });
export type SeasonList = Static<typeof SeasonList>;

/** A season with its episodes; none before its own ingestion (M33). */
export const SeasonDetail = Type.Object({
  ...Season.properties,
  episodes: ListOf(Episode, bounds.episodes),
});
export type SeasonDetail = Static<typeof SeasonDetail>;

const season = {
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

const seasonDetail = { ...season, episodes: episodesOf(seasons.id).as("episodes") };

/** The seasons of the series in `series`, by number. */
export const seasonsOfSeries: SQL<Season[]> = jsonArray(
  subquery
    .select(season)
    .from(seasons)
    .where(eq(seasons.series_id, series.id))
    .orderBy(seasons.season_number),
  bounds.seasons,
);

const asked = eq(series.id, sql.placeholder("series_id"));

const listed = { results: seasonsOfSeries };
const list = preparedStatement((db) => db.select(listed).from(series).where(asked));

const numbered = subquery
  .select(seasonDetail)
  .from(seasons)
  .where(
    and(
      eq(seasons.series_id, series.id),
      eq(seasons.season_number, sql.placeholder("season_number")),
    ),
  );
const oneByNumber = { season: jsonObject(numbered) };
const byNumber = preparedStatement((db) => db.select(oneByNumber).from(series).where(asked));

const askedSeason = eq(seasons.id, sql.placeholder("id"));
const byId = preparedStatement((db) => db.select(seasonDetail).from(seasons).where(askedSeason));

/** undefined when there is no such series, as everywhere here. */
export async function listSeasons(db: Db, series_id: string): Promise<SeasonList | undefined> {
  return (await list(db, { series_id }))[0];
}

/** The season is null when the series has none of this number. */
export async function getSeasonByNumber(
  db: Db,
  series_id: string,
  season_number: number,
): Promise<{ season: SeasonDetail | null } | undefined> {
  return (await byNumber(db, { series_id, season_number }))[0];
}

export async function getSeason(db: Db, id: string): Promise<SeasonDetail | undefined> {
  return (await byId(db, { id }))[0];
}
