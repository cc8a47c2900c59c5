import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { operatorErrors, operatorRoute } from "~/admin/operator";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ErrorBody, errorResponses } from "~/http/errors";
import { pauseDeadline } from "~/http/limits/deadline";
import { page } from "~/http/request/page";
import { IdPath, orNotFound, pathId } from "~/http/request/public-id";
import { rawBody } from "~/http/request/raw-body";
import { actOnImport, type ImportAction } from "~/imports/actions";
import { Import, ImportPage, ImportQuery, ImportsQuery } from "./model";
import { importUpload, uploadLimits } from "./upload";
import { getImport, type ImportView, listImports } from "./view";

/** How long, in seconds, a connection may be silent while its file is stored. */
const SILENCE_SECONDS = 120;

const params = Type.Object({ import_id: IdPath("import") });
const importErrors = { ...operatorErrors, ...errorResponses("import_not_found") };

const bodyOf = (type: string) => [
  type,
  {
    schema:
      type === "application/gzip"
        ? { type: "string", contentMediaType: "application/gzip" }
        : {
            type: "string",
            description: "One entry on a line",
            examples: ["603\nimdb:tt0137523\n"],
          },
  },
];

/** Takes files of ids, and shows, pauses, resumes and cancels what becomes of them. */
export const importRoutes = ({ db, admin }: { db: Db; admin: AdminOptions }) => {
  const required = async (id: string): Promise<ImportView> =>
    orNotFound(await getImport(db, id), "import_not_found");
  const after = async (import_id: string, action: ImportAction): Promise<ImportView> => {
    const id = pathId("import", import_id);
    await actOnImport(db, id, action);
    return required(id);
  };
  const answers = { 200: Import, ...importErrors };
  return new Elysia({ prefix: "/admin/imports", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .post(
      "",
      async ({ request, body, query, server, set }) => {
        server?.timeout(request, SILENCE_SECONDS);
        const bytes = body as Uint8Array;
        const id = await pauseDeadline(request, () => importUpload(db, bytes, query));
        const made = await required(id);
        set.status = 202;
        set.headers.location = `/api/v1/admin/imports/${made.id}`;
        return made;
      },
      {
        parse: rawBody(uploadLimits),
        query: ImportQuery,
        response: { 202: Import, ...operatorErrors, 422: ErrorBody },
        detail: {
          ...operatorRoute(
            "createImport",
            "Import a file of ids",
            "The body is the file, at most 8 MiB, gzip or not: the provider's daily id file, a list with an id or a reference such as imdb:tt0133093 on each line, or CSV with a column id, tmdb_id, imdb_id or the like. Its entries become jobs little by little, behind all other jobs. Larger files: the command `import`.",
          ),
          requestBody: {
            required: true,
            content: Object.fromEntries(uploadLimits.types.map(bodyOf)),
          },
        },
      },
    )
    .get("", async ({ query }) => page(query, await listImports(db, query)), {
      query: ImportsQuery,
      response: { 200: ImportPage, ...operatorErrors },
      detail: operatorRoute("listImports", "List the imports, newest first"),
    })
    .get("/:import_id", ({ params: { import_id } }) => required(pathId("import", import_id)), {
      params,
      response: answers,
      detail: operatorRoute("getImport", "Get the state of an import"),
    })
    .post("/:import_id/cancel", ({ params: { import_id } }) => after(import_id, "cancel"), {
      params,
      response: answers,
      detail: operatorRoute(
        "cancelImport",
        "Cancel what is pending of an import",
        "Its jobs go on. An import of which nothing is pending stays as it is.",
      ),
    })
    .post("/:import_id/pause", ({ params: { import_id } }) => after(import_id, "pause"), {
      params,
      response: answers,
      detail: operatorRoute("pauseImport", "Pause an import", "Its jobs go on; no more are added."),
    })
    .post("/:import_id/resume", ({ params: { import_id } }) => after(import_id, "resume"), {
      params,
      response: answers,
      detail: operatorRoute("resumeImport", "Resume a paused import"),
    });
};
