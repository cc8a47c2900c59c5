import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { publicRead } from "~/catalog/public-read";
import type { Db } from "~/db/client";
import { errorResponses } from "~/http/errors";
import { JsonAnswer } from "~/http/json-answer";
import { orNotFound, pathId } from "~/http/request/public-id";
import { RecordPath } from "~/http/request/reference";
import { type KindWithProvenance, provenancePaths } from "./kinds";
import { provenanceModels } from "./model";
import { getProvenance } from "./queries";

const names = {
  movie: ["getMovieProvenance", "Movies"],
  series: ["getSeriesProvenance", "Series"],
  season: ["getSeasonProvenance", "Series"],
  episode: ["getEpisodeProvenance", "Series"],
  person: ["getPersonProvenance", "People"],
  collection: ["getCollectionProvenance", "Collections"],
} as const satisfies Record<KindWithProvenance, unknown>;

/** GET /{kinds}/{id}/provenance of one kind. */
function provenanceRoute(db: Db, kind: KindWithProvenance) {
  const missing = `${kind}_not_found` as const;
  const [operation, tag] = names[kind];
  const article = kind === "episode" ? "an" : "a";
  return new Elysia({ prefix: `/${provenancePaths[kind]}`, tags: [tag] }).get(
    "/:id/provenance",
    async ({ params: { id } }) =>
      new JsonAnswer(orNotFound(await getProvenance(db, kind, pathId(kind, id)), missing)),
    {
      params: Type.Object({ id: RecordPath(kind) }),
      detail: publicRead(
        operation,
        `Where the data of ${article} ${kind} came from, and when it changed`,
      ),
      response: { 200: provenanceModels[kind], ...errorResponses(missing) },
    },
  );
}

/** Where data came from. Plans and numbers change without telling, so these answers are not kept. */
export const provenanceRoutes = ({ db }: { db: Db }) =>
  new Elysia()
    .use(provenanceRoute(db, "movie"))
    .use(provenanceRoute(db, "series"))
    .use(provenanceRoute(db, "season"))
    .use(provenanceRoute(db, "episode"))
    .use(provenanceRoute(db, "person"))
    .use(provenanceRoute(db, "collection"));
