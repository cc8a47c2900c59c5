import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { bounds } from "~/bounds";
import type { Db } from "~/db/client";
import { jsonArray, jsonObject, subquery } from "~/db/json-sql";
import { preparedStatement } from "~/db/prepared-statement";
import { episodes, seasons, series } from "~/db/schema";
import { publicId } from "~/db/sql";
import { CalendarDate, ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { EpisodeCredits, episodeCredits } from "./episode-credits";

/** An episode as its season lists it (M33). */
export const Episode = Type.Object({
  id: PublicId("episode"),
  kind: Type.Literal("episode"),
  series_id: PublicId("series"),
  season_id: PublicId("season"),
  season_number: WholeNumber({ description: "0 holds the specials" }),
  episode_number: WholeNumber(),
  title: Nullable(Type.String()),
  overview: Nullable(Type.String()),
  air_date: Nullable(CalendarDate()),
  runtime: Nullable(WholeNumber({ description: "Minutes" })),
  still_path: Nullable(Type.String()),
  episode_type: Nullable(Type.String()),
  production_code: Nullable(Type.String()),
  vote_average: Nullable(Type.Number()),
  vote_count: Nullable(WholeNumber()),
  external_ids: Type.Object({ tmdb: Nullable(WholeNumber()) }),
});
export type Episode = Static<typeof Episode>;

export const EpisodeList = Type.Object({ results: ListOf(Episode, bounds.episodes) });
export type EpisodeList = Static<typeof EpisodeList>;

/** An episode with its guests and crew. */
export const EpisodeDetail = Type.Object({ ...Episode.properties, ...EpisodeCredits.properties });
export type EpisodeDetail = Static<typeof EpisodeDetail>;

// Under a name of its own, so that a season outside, to which the episodes belong, stays visible.
const own_season = alias(seasons, "own_season");

const episode = {
  id: publicId("episode", episodes.id).as("id"),
  kind: sql<"episode">`'episode'`.as("kind"),
  series_id: publicId("series", episodes.series_id).as("series_id"),
  season_id: publicId("season", episodes.season_id).as("season_id"),
  season_number: own_season.season_number,
  episode_number: episodes.episode_number,
  title: episodes.title,
  overview: episodes.overview,
  air_date: episodes.air_date,
  runtime: episodes.runtime,
  still_path: episodes.still_path,
  episode_type: episodes.episode_type,
  production_code: episodes.production_code,
  vote_average: episodes.vote_average,
  vote_count: episodes.vote_count,
  external_ids: sql<Episode["external_ids"]>`json_build_object('tmdb', ${episodes.external_id})`.as(
    "external_ids",
  ),
};

const episodeDetail = { ...episode, ...episodeCredits };
const inItsSeason = eq(own_season.id, episodes.season_id);

/** The episodes of a season, by number. */
export const episodesOf = (season_id: SQLWrapper): SQL<Episode[]> =>
  jsonArray(
    subquery
      .select(episode)
      .from(episodes)
      .innerJoin(own_season, inItsSeason)
      .where(eq(episodes.season_id, season_id))
      .orderBy(episodes.episode_number),
    bounds.episodes,
  );

const asked = eq(series.id, sql.placeholder("series_id"));
const season_number = sql.placeholder("season_number");
const askedSeason = and(eq(seasons.series_id, series.id), eq(seasons.season_number, season_number));
const season_id = publicId("season", seasons.id);

const listed = { season_id, results: episodesOf(seasons.id) };
const list = preparedStatement((db) =>
  db.select(listed).from(series).leftJoin(seasons, askedSeason).where(asked),
);

const numbered = subquery
  .select(episodeDetail)
  .from(episodes)
  .innerJoin(own_season, inItsSeason)
  .where(
    and(
      eq(episodes.season_id, seasons.id),
      eq(episodes.episode_number, sql.placeholder("episode_number")),
    ),
  );
const oneByNumber = { season_id, episode: jsonObject(numbered) };
const byNumber = preparedStatement((db) =>
  db.select(oneByNumber).from(series).leftJoin(seasons, askedSeason).where(asked),
);

const byId = preparedStatement((db) =>
  db
    .select(episodeDetail)
    .from(episodes)
    .innerJoin(own_season, inItsSeason)
    .where(eq(episodes.id, sql.placeholder("id"))),
);

/** undefined when there is no such series; `season_id` is null when it has no season of this number. */
export async function listEpisodes(
  db: Db,
  series_id: string,
  season_number: number,
): Promise<{ season_id: string | null; results: Episode[] } | undefined> {
  return (await list(db, { series_id, season_number }))[0];
}

/** undefined when there is no such series; `season_id` and `episode` are null when those are missing. */
export async function getEpisodeByNumber(
  db: Db,
  series_id: string,
  season_number: number,
  episode_number: number,
): Promise<{ season_id: string | null; episode: EpisodeDetail | null } | undefined> {
  return (await byNumber(db, { series_id, season_number, episode_number }))[0];
}

export async function getEpisode(db: Db, id: string): Promise<EpisodeDetail | undefined> {
  return (await byId(db, { id }))[0];
}
