import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { commonLanguages } from "~/catalog/language/localize";
import { publicRead } from "~/catalog/public-read";
import { showsUntold } from "~/catalog/records/asked";
import { MOST_BYTES } from "~/catalog/records/size";
import type { Db } from "~/db/client";
import { jsonOf } from "~/db/json-text";
import { ApiError, errorResponses } from "~/http/errors";
import { nameAnyRecord, nameRecord } from "~/http/hot-answers/shared";
import { JsonAnswer } from "~/http/json-answer";
import { countMore, RECORDS_PER_REQUEST } from "~/http/limits/rate-limit";
import { acceptedOr } from "~/http/request/accept-language";
import { validationError } from "~/http/request/problems";
import { readExternalReference } from "~/http/request/reference";
import { externalSources, referenceKinds } from "~/vocabulary";
import { findByExternalId } from "./find";
import { EntityList, FoundEntities } from "./model";
import {
  EntitiesRequest,
  EntityQuery,
  type EntityReading,
  entityReading,
  FindQuery,
} from "./parameters";
import { readEntities } from "./read";

const params = Type.Object({
  source: Type.String({
    description: "Where the id comes from",
    examples: ["imdb"],
    documented: { enum: externalSources },
  }),
  value: Type.String({ description: "The id", examples: ["tt0133093"] }),
});

type Items = { items: readonly string[]; content_language?: string; shows_untold?: true };

/** An answer of JSON items; refused when it is too large, which names what was included, if anything was. */
function answer(
  { items, ...head }: Items,
  part: "query" | "body",
  include: string | undefined,
): JsonAnswer {
  const bytes = items.reduce((sum, item) => sum + Buffer.byteLength(item), 0);
  const json = `{"results":[${items.join(",")}]}`;
  if (bytes <= MOST_BYTES) return new JsonAnswer({ json, ...head });
  const refs = { in: part, field: "refs", message: "together are more than 8 MiB: name fewer" };
  if (include === undefined) throw validationError([refs]);
  const message = `makes an answer of more than 8 MiB: ask for ${include.replaceAll(",", ", ")} apart, or name fewer refs`;
  throw validationError([{ in: part, field: "include", message }]);
}

/** GET /find/{source}/{value} and GET /entities, which any cache may keep. */
export const entityRoutes = ({ db }: { db: Db }) =>
  new Elysia({ tags: ["References"] })
    .get(
      "/find/:source/:value",
      async ({ params: { source, value }, query: { kind = referenceKinds, ...asked } }) => {
        const reference = readExternalReference(`${source}:${value}`);
        const results = reference ? await findByExternalId(db, reference, kind, asked) : [];
        if (results.length === 0) throw new ApiError("external_id_not_found");
        const head = jsonOf({ source, value }).slice(0, -1);
        const json = `${head},"results":[${results.map((each) => each.json).join(",")}]}`;
        return new JsonAnswer({ json, ...commonLanguages(results) });
      },
      {
        params,
        query: FindQuery,
        detail: {
          ...publicRead(
            "findByExternalId",
            "Find everything that carries an id of another database",
          ),
          description:
            "Also adult records, and removed ones, which have `removed_at`. The provider's own numbers (`tmdb`) are unique per kind only, so that several records can have one.",
        },
        response: {
          200: FoundEntities,
          ...errorResponses("external_id_not_found", "validation_error"),
        },
      },
    )
    .get(
      "/entities",
      async ({ query: { refs, view, ...asked }, request }) => {
        const reading = entityReading("query", refs.split(","), view, asked);
        if (view === "detail") nameAnyRecord(request);
        const { ids, ...items } = await readEntities(db, reading.refs, reading.batch);
        if (view === "detail") for (const id of ids) nameRecord(request, id);
        return answer({ ...items, ...showsUntold(asked) }, "query", asked.include);
      },
      {
        query: EntityQuery,
        detail: {
          ...publicRead("readEntitiesByQuery", "Read up to 50 entities of any kinds at once"),
          description: `Counts as one request for each ${RECORDS_PER_REQUEST} references begun.`,
        },
        response: { 200: EntityList, ...errorResponses("validation_error") },
      },
    );

/** POST /entities. */
export const entityBatchRoutes = ({ db }: { db: Db }) =>
  new Elysia({ tags: ["References"] }).post(
    "/entities",
    async ({ body: { refs, view = "summary", include, language, ...others }, request, set }) => {
      const more = {
        ...others,
        ...(include !== undefined && { include: include.join(",") }),
        ...(language !== undefined && { language: acceptedOr(language, request, set) }),
      };
      const reading: EntityReading = entityReading("body", refs, view, more);
      await countMore(request, set, Math.ceil(refs.length / RECORDS_PER_REQUEST) - 1);
      set.headers["cache-control"] = "no-store";
      return answer(await readEntities(db, reading.refs, reading.batch), "body", more.include);
    },
    {
      body: EntitiesRequest,
      detail: {
        ...publicRead("readEntities", "Read up to 200 entities of any kinds at once"),
        description: `For a client that has a list of its own. Nothing is answered in part: one wrong reference refuses the request. Counts as one request for each ${RECORDS_PER_REQUEST} references begun.`,
      },
      response: { 200: EntityList, ...errorResponses("validation_error") },
    },
  );
