import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { pathReferences } from "~/catalog/references/in-path";
import type { Db } from "~/db/client";
import { type AdminOptions, adminGuard } from "~/http/admin";
import { ApiError, errorResponses } from "~/http/errors";
import { pathId } from "~/http/request/public-id";
import { RecordPathOf } from "~/http/request/reference";
import { deleteRemoved } from "~/ingest/delete-removed";
import { type RemovableKind, removableKinds } from "~/vocabulary";
import { operatorErrors, operatorRoute } from "./operator";

const missing = removableKinds.map((kind) => `${kind}_not_found` as const);

/** Only documented: a kind that cannot be removed is a path that does not exist. */
const KindPath = Type.String({
  description: "The kind of the record",
  examples: ["movie"],
  documented: { enum: removableKinds },
});

const isRemovable = (kind?: string): kind is RemovableKind =>
  removableKinds.some((each) => each === kind);

/** DELETE /admin/catalog/{kind}/{id}: deletes a removed record for good. */
export const removedRecordRoutes = ({ db, admin }: { db: Db; admin: AdminOptions }) =>
  new Elysia({ prefix: "/admin/catalog", tags: ["Ingestion"] })
    .use(adminGuard(admin))
    .onBeforeHandle(({ params }) => {
      if (!isRemovable((params as { kind?: string }).kind)) throw new ApiError("route_not_found");
    })
    .use(pathReferences({ db }))
    .delete(
      "/:kind/:id",
      async ({ params, status }) => {
        const { kind, id } = params as { kind: RemovableKind; id: string };
        const outcome = await deleteRemoved(db, kind, pathId(kind, id));
        if (outcome === "deleted") return status(204, undefined);
        throw new ApiError(outcome === "not_removed" ? "not_removed" : `${kind}_not_found`);
      },
      {
        params: Type.Object({ kind: KindPath, id: RecordPathOf(removableKinds) }),
        response: {
          204: Type.Void(),
          ...operatorErrors,
          ...errorResponses(...missing, "route_not_found", "not_removed"),
        },
        detail: operatorRoute(
          "deleteRemovedRecord",
          "Delete a removed record for good",
          "With its ratings and watchlist entries. Only a record with `removed_at` can be deleted; it comes back if it is ingested again.",
        ),
      },
    );
