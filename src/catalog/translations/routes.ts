import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { publicRead } from "~/catalog/public-read";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";
import { TranslationsOf } from "./model";
import { getTranslations } from "./queries";

const names = {
  movie: ["/movies", "getMovieTranslations", "Movies", "A movie in other languages"],
  series: ["/series", "getSeriesTranslations", "Series", "A series in other languages"],
  season: ["/seasons", "getSeasonTranslations", "Series", "A season in other languages"],
  episode: ["/episodes", "getEpisodeTranslations", "Series", "An episode in other languages"],
  person: ["/people", "getPersonTranslations", "People", "A person in other languages"],
  collection: [
    "/collections",
    "getCollectionTranslations",
    "Collections",
    "A collection in other languages",
  ],
} as const satisfies Record<TranslatedKind, unknown>;

/** GET /{kinds}/{id}/translations of one kind. */
function translationRoute(db: Db, kind: TranslatedKind) {
  const missing = `${kind}_not_found` as const;
  const [prefix, operation, tag, summary] = names[kind];
  return new Elysia({ prefix, tags: [tag] }).get(
    "/:id/translations",
    async ({ params: { id } }) =>
      new JsonAnswer(orNotFound(await getTranslations(db, kind, pathId(kind, id)), missing)),
    {
      params: Type.Object({ id: RecordPath(kind) }),
      detail: publicRead(operation, summary),
      response: { 200: TranslationsOf(kind), ...errorResponses(missing) },
    },
  );
}

/** What records are called in other languages. */
export const translationRoutes = ({ db }: { db: Db }) =>
  new Elysia()
    .use(translationRoute(db, "movie"))
    .use(translationRoute(db, "series"))
    .use(translationRoute(db, "season"))
    .use(translationRoute(db, "episode"))
    .use(translationRoute(db, "person"))
    .use(translationRoute(db, "collection"));
