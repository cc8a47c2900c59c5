import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { EPISODE_NUMBER_MAX, SEASON_NUMBER_MAX } from "~/bounds";
import { LanguageQuery } from "~/catalog/language/parameter";
import { publicRead } from "~/catalog/public-read";
import { recordParameters } from "~/catalog/records/asked";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import {
  EpisodeDetail,
  EpisodeList,
  episodeRecord,
  getEpisode,
  getEpisodeByNumber,
  listEpisodes,
} from "./episodes";
import {
  getSeason,
  getSeasonByNumber,
  listSeasons,
  SeasonDetail,
  SeasonList,
  seasonRecord,
} from "./seasons";

const SeasonQuery = Type.Object(recordParameters(seasonRecord));
const EpisodeQuery = Type.Object(recordParameters(episodeRecord));

const NumberPath = (description: string) => Type.String({ description, examples: ["1"] });

const ofSeries = { id: RecordPath("series") };
const ofSeason = { ...ofSeries, season_number: NumberPath("Season number; 0 holds the specials") };
const ofEpisode = { ...ofSeason, episode_number: NumberPath("Episode number in its season") };

/** A number in a path; -1, which nothing has, for all text that is no number up to `max`. */
const pathNumber = (text: string, max: number): number =>
  /^(0|[1-9][0-9]*)$/.test(text) && Number(text) <= max ? Number(text) : -1;

const seasonNumber = (text: string) => pathNumber(text, SEASON_NUMBER_MAX);
const episodeNumber = (text: string) => pathNumber(text, EPISODE_NUMBER_MAX);

/** The seasons of a series and their episodes, by number. */
export const seriesSeasonRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/series/:id/seasons", tags: ["Series"] })
    .get(
      "",
      async ({ params: { id }, query }) =>
        new JsonAnswer(
          orNotFound(await listSeasons(db, pathId("series", id), query), "series_not_found"),
        ),
      {
        params: Type.Object(ofSeries),
        query: LanguageQuery,
        detail: publicRead("listSeasons", "The seasons of a series"),
        response: { 200: SeasonList, ...errorResponses("series_not_found", "validation_error") },
      },
    )
    .get(
      "/:season_number",
      async ({ params: { id, season_number }, query }) => {
        const number = seasonNumber(season_number);
        const row = await getSeasonByNumber(db, pathId("series", id), number, query);
        const { record } = orNotFound(row, "series_not_found");
        return new JsonAnswer(orNotFound(record, "season_not_found"));
      },
      {
        params: Type.Object(ofSeason),
        query: SeasonQuery,
        detail: publicRead("getSeasonByNumber", "One season with its episodes"),
        response: {
          200: SeasonDetail,
          ...errorResponses("series_not_found", "season_not_found", "validation_error"),
        },
      },
    )
    .get(
      "/:season_number/episodes",
      async ({ params: { id, season_number }, query }) => {
        const number = seasonNumber(season_number);
        const row = await listEpisodes(db, pathId("series", id), number, query);
        const { season_id, ...answer } = orNotFound(row, "series_not_found");
        orNotFound(season_id, "season_not_found");
        return new JsonAnswer(answer);
      },
      {
        params: Type.Object(ofSeason),
        query: LanguageQuery,
        detail: publicRead("listEpisodes", "The episodes of a season"),
        response: {
          200: EpisodeList,
          ...errorResponses("series_not_found", "season_not_found", "validation_error"),
        },
      },
    )
    .get(
      "/:season_number/episodes/:episode_number",
      async ({ params: { id, season_number, episode_number }, query }) => {
        const [season, number] = [seasonNumber(season_number), episodeNumber(episode_number)];
        const row = await getEpisodeByNumber(db, pathId("series", id), season, number, query);
        const { season_id, record } = orNotFound(row, "series_not_found");
        orNotFound(season_id, "season_not_found");
        return new JsonAnswer(orNotFound(record, "episode_not_found"));
      },
      {
        params: Type.Object(ofEpisode),
        query: EpisodeQuery,
        detail: publicRead("getEpisodeByNumber", "One episode with its guests and crew"),
        response: {
          200: EpisodeDetail,
          ...errorResponses(
            "series_not_found",
            "season_not_found",
            "episode_not_found",
            "validation_error",
          ),
        },
      },
    );

/** A season by its own id. */
export const seasonRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/seasons", tags: ["Series"] }).get(
    "/:id",
    async ({ params: { id }, query }) =>
      new JsonAnswer(
        orNotFound(await getSeason(db, pathId("season", id), query), "season_not_found"),
      ),
    {
      query: SeasonQuery,
      params: Type.Object({ id: RecordPath("season") }),
      detail: publicRead("getSeason", "One season with its episodes, by its id"),
      response: { 200: SeasonDetail, ...errorResponses("season_not_found", "validation_error") },
    },
  );

/** An episode by its own id. */
export const episodeRoutes = ({ db }: { db: Db }) =>
  new Elysia({ prefix: "/episodes", tags: ["Series"] }).get(
    "/:id",
    async ({ params: { id }, query }) =>
      new JsonAnswer(
        orNotFound(await getEpisode(db, pathId("episode", id), query), "episode_not_found"),
      ),
    {
      query: EpisodeQuery,
      params: Type.Object({ id: RecordPath("episode") }),
      detail: publicRead("getEpisode", "One episode with its guests and crew, by its id"),
      response: { 200: EpisodeDetail, ...errorResponses("episode_not_found", "validation_error") },
    },
  );
