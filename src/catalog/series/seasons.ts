import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import type { Db } from "~/db/client";
import { embedded, ListOf, listOf, oneOf } from "~/db/json-sql";
import { writtenOnce } from "~/db/prepared-statement";
import { seasons, series } from "~/db/schema";
import { publicId } from "~/db/sql";
import { CalendarDate, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { Episode, episodesOf } from "./episodes";

/** A season; a stub from its series until its own ingestion has filled the episodes (M32). */
export const Season = t.Object({
  id: PublicId("season"),
  kind: t.Literal("season"),
  series_id: PublicId("series"),
  season_number: WholeNumber({ description: "0 holds the specials" }),
  title: Nullable(t.String()),
  overview: Nullable(t.String()),
  air_date: Nullable(CalendarDate()),
  poster_path: Nullable(t.String()),
  episode_count: Nullable(WholeNumber({ description: "As the provider states it" })),
  episodes_ingested: t.Boolean({ description: "Whether the episodes are in the catalog" }),
  vote_average: Nullable(t.Number()),
});
export type Season = Static<typeof Season>;

export const SeasonList = t.Object({ results: ListOf(Season, bounds.seasons) });
export type SeasonList = Static<typeof SeasonList>;

/** A season with its episodes; none before its own ingestion (M33). */
export const SeasonDetail = t.Object({
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
export const seasonsOfSeries: SQL<Season[]> = listOf(
  embedded
    .select(season)
    .from(seasons)
    .where(eq(seasons.series_id, series.id))
    .orderBy(seasons.season_number),
  bounds.seasons,
);

const asked = eq(series.id, sql.placeholder("series_id"));

const listed = { results: seasonsOfSeries };
const list = writtenOnce((db) => db.select(listed).from(series).where(asked));

const numbered = embedded
  .select(seasonDetail)
  .from(seasons)
  .where(
    and(
      eq(seasons.series_id, series.id),
      eq(seasons.season_number, sql.placeholder("season_number")),
    ),
  );
const oneByNumber = { season: oneOf(numbered) };
const byNumber = writtenOnce((db) => db.select(oneByNumber).from(series).where(asked));

const askedSeason = eq(seasons.id, sql.placeholder("id"));
const byId = writtenOnce((db) => db.select(seasonDetail).from(seasons).where(askedSeason));

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
