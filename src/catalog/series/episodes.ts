import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { bounds } from "~/bounds";
import { imageModels, imagesJson } from "~/catalog/artwork/lists";
import { ImagePath, Overview, Runtime, VoteAverage, VoteCount } from "~/catalog/fields";
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
import { episodes, seasons, series } from "~/db/schema";
import { publicId } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import { CalendarDate, ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { EpisodeCredits, episodeCredits } from "./episode-credits";

/** The numbers that say which episode of a series it is. */
export const numbers = {
  season_number: WholeNumber({ description: "0 is the season of specials", examples: [5] }),
  episode_number: WholeNumber({ description: "Number in the season", examples: [14] }),
};

export const episodeFields = {
  title: Nullable(
    Type.String({ description: "Title in English; null when unknown", examples: ["Ozymandias"] }),
  ),
  overview: Overview("What was built in secret comes down in one day."),
  air_date: Nullable(CalendarDate({ examples: ["2013-09-15"] }), {
    description: "When it aired or will air; null when unknown",
  }),
  runtime: Runtime(48),
  still_path: ImagePath("Still", "/demo-still.jpg"),
  episode_type: Nullable(
    Type.String({
      description: "Kind of episode, a word of the provider; null when unknown",
      examples: ["standard"],
    }),
  ),
};

export const Episode = localizable(
  "episode",
  {
    id: PublicId("episode"),
    kind: Type.Literal("episode", { description: "Always `episode`" }),
    series_id: PublicId("series"),
    season_id: PublicId("season"),
    ...numbers,
    ...episodeFields,
    production_code: Nullable(
      Type.String({ description: "Code that the production uses; null when unknown" }),
    ),
    vote_average: VoteAverage(9.2),
    vote_count: VoteCount(1_200),
    external_ids: Type.Object(
      {
        tmdb: Nullable(
          WholeNumber({ description: "Id on TMDB; null when unknown", examples: [62161] }),
        ),
      },
      { description: "Ids of the episode in other databases" },
    ),
  },
  { $id: "Episode", description: "An episode in the list of its season" },
);
export type Episode = Static<typeof Episode>;

export const EpisodeList = Type.Object(
  { results: ListOf(Episode, bounds.episodes, { description: "Episodes by number" }) },
  { $id: "EpisodeList", description: "The episodes of a season" },
);
export type EpisodeList = Static<typeof EpisodeList>;

export const EpisodeDetail = localizable(
  "episode",
  {
    ...Episode.properties,
    ...EpisodeCredits.properties,
    images: Type.Optional(imageModels.episode),
    translations: Type.Optional(Translations("episode")),
  },
  { $id: "EpisodeDetail", description: "An episode with its guest stars and crew" },
);
export type EpisodeDetail = Static<typeof EpisodeDetail>;

// Under another name, so that the `seasons` of the surrounding statement stays visible in here.
const own_season = alias(seasons, "own_season");

/** The columns of an {@link Episode}, for any SELECT that reads `episodes` and its season as `own_season`. */
export const episodeSummary = {
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
  external_ids: jsonRow({ tmdb: episodes.external_id }).as("external_ids"),
};

const episodeDetail = { ...episodeSummary, ...episodeCredits };
const withSeason = eq(own_season.id, episodes.season_id);

/** The episodes of a season, by number. */
export const episodesOf = (season_id: SQLWrapper): SQL<Episode[]> =>
  jsonArray(
    subquery
      .select(episodeSummary)
      .from(episodes)
      .innerJoin(own_season, withSeason)
      .where(eq(episodes.season_id, season_id))
      .orderBy(episodes.episode_number),
    bounds.episodes,
  );

const ofSeriesId = eq(series.id, parameter("series_id"));
const season_number = parameter("season_number");
const ofSeasonNumber = and(
  eq(seasons.series_id, series.id),
  eq(seasons.season_number, season_number),
);
const season_id = publicId("season", seasons.id);

const episodeList = {
  season_id,
  json: jsonText(jsonRow({ results: episodesOf(seasons.id) })),
};
const list = answerStatement((db) =>
  db.select(episodeList).from(series).leftJoin(seasons, ofSeasonNumber).where(ofSeriesId),
);

/** How an episode is read. */
export const episodeRecord = recordSource({
  from: sql`${episodes} join ${seasons} own_season on ${withSeason}`,
  id: episodes.id,
  public_id: publicId("episode", episodes.id),
  parts: { json: jsonText(jsonRow(episodeDetail)) },
  assemble: ({ json }): JsonText<EpisodeDetail> => json,
  includes: {
    images: imagesJson("episode"),
    translations: translationsJson("episode", episodes.id),
  },
});

/** The episodes of a season; `season_id` is null without such a season, all undefined without such a series. */
export async function listEpisodes(
  db: Db,
  series_id: string,
  season_number: number,
  asked?: Asked,
): Promise<(JsonRecord<EpisodeList> & { season_id: string | null }) | undefined> {
  return (await list(db, { series_id, season_number }, asked))[0];
}

type Owner = { season_id: string | null };
const byNumber = ownedRecordReader<EpisodeDetail, Owner>(episodeRecord, {
  owner: sql`select ${seasons.id} as season_id from ${series} left join ${seasons} on ${ofSeasonNumber}
    where ${ofSeriesId}`,
  where: sql`${episodes.season_id} = owner.season_id
    and ${episodes.episode_number} = ${parameter("episode_number")}`,
});

/** One episode; its record and `season_id` are null when missing, all undefined without such a series. */
export const getEpisodeByNumber = (
  db: Db,
  series_id: string,
  season_number: number,
  episode_number: number,
  asked?: Asked,
): Promise<OwnedRecord<EpisodeDetail, Owner> | undefined> =>
  byNumber(db, { series_id, season_number, episode_number }, asked);

/** One episode by its own id; undefined when there is none. */
export const getEpisode = recordReader(episodeRecord);
