import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { publicRead } from "~/catalog/public-read";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { type IllustratedKind, ImagesOfRecord, imageModels } from "./lists";
import { ArtworkQuery } from "./parameters";
import { getImages } from "./queries";

const names = {
  movie: ["/movies", "getMovieImages", "Movies", "Posters, backdrops and logos of a movie"],
  series: ["/series", "getSeriesImages", "Series", "Posters, backdrops and logos of a series"],
  season: ["/seasons", "getSeasonImages", "Series", "Posters of a season"],
  episode: ["/episodes", "getEpisodeImages", "Series", "Stills of an episode"],
  person: ["/people", "getPersonImages", "People", "Portraits of a person"],
  collection: [
    "/collections",
    "getCollectionImages",
    "Collections",
    "Posters and backdrops of a collection",
  ],
  company: ["/companies", "getCompanyImages", "Companies", "Logos of a company"],
} as const satisfies Record<IllustratedKind, unknown>;

const models = {
  movie: imageModels.movie,
  series: imageModels.series,
  season: ImagesOfRecord("season"),
  episode: ImagesOfRecord("episode"),
  person: ImagesOfRecord("person"),
  collection: ImagesOfRecord("collection"),
  company: ImagesOfRecord("company"),
} satisfies Record<IllustratedKind, unknown>;

/** GET /{kinds}/{id}/images of one kind. */
function imageRoute(db: Db, kind: IllustratedKind) {
  const missing = `${kind}_not_found` as const;
  const [prefix, operation, tag, summary] = names[kind];
  return new Elysia({ prefix, tags: [tag] }).get(
    "/:id/images",
    async ({ params: { id }, query }) =>
      new JsonAnswer(orNotFound(await getImages(db, kind, pathId(kind, id), query), missing)),
    {
      params: Type.Object({ id: RecordPath(kind) }),
      query: ArtworkQuery,
      detail: publicRead(operation, summary),
      response: { 200: models[kind], ...errorResponses(missing, "validation_error") },
    },
  );
}

/** The images of records, by type. */
export const artworkRoutes = ({ db }: { db: Db }) =>
  new Elysia()
    .use(imageRoute(db, "movie"))
    .use(imageRoute(db, "series"))
    .use(imageRoute(db, "season"))
    .use(imageRoute(db, "episode"))
    .use(imageRoute(db, "person"))
    .use(imageRoute(db, "collection"))
    .use(imageRoute(db, "company"));
