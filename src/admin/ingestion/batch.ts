import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { titles } from "~/db/schema";
import { array } from "~/db/sql";
import { ApiError, type Detail } from "~/http/errors";
import { readExternalReference } from "~/http/request/reference";
import { parseSeasonExternalId } from "~/ingest/seasons/ingest";
import { type Enqueued, enqueueAll, type JobRequest } from "~/jobs/queue";
import { canonicalId, idRule } from "./job-requests";
import type { BatchItem } from "./model";

/**
 * Enqueues the jobs of a batch and returns them in its order; a repeated item creates one job. When an
 * item is invalid, none is enqueued: throws `validation_error`, or `series_not_ingested` for seasons,
 * with a detail for each invalid item.
 */
export async function enqueueBatch(db: Db, items: readonly BatchItem[]): Promise<Enqueued[]> {
  const problems = items.flatMap(validateItem);
  if (problems.length > 0) throw nothingEnqueued("validation_error", problems);
  const missing = await findMissingSeries(db, items);
  if (missing.length > 0) throw nothingEnqueued("series_not_ingested", missing);
  const requests = items.map(jobRequest);
  const rows = new Map((await enqueueAll(db, requests)).map((row) => [keyOf(row), row]));
  return requests.flatMap((request) => {
    const row = rows.get(keyOf(request));
    if (row === undefined) return [];
    const { id, job_id, status, created } = row;
    rows.set(keyOf(request), { ...row, created: false });
    return [{ id, job_id, status, created }];
  });
}

const keyOf = ({ kind, external_id }: JobRequest) => `${kind} ${external_id}`;

function jobRequest({ kind, external_id, include_seasons = false }: BatchItem): JobRequest {
  const key = { kind, external_id: String(external_id) };
  return kind === "series" ? { ...key, params: { include_seasons } } : key;
}

const itemDetail = (position: number, field: string, message: string): Detail => ({
  in: "body",
  field: `items.${position}.${field}`,
  message,
});

const idRules: Partial<Record<BatchItem["kind"], string>> = {
  season: "must be the series' id and the season's number, such as 1399:1",
  find: "must be an id of another site, such as imdb:tt0133093",
};

/** Whether an id that matches the pattern of all kinds is one of this kind. */
function isOfKind(kind: BatchItem["kind"], external_id: string): boolean {
  if (kind === "find") {
    return /^[a-z]/.test(external_id) && readExternalReference(external_id) !== undefined;
  }
  const [id = "", ...season] = external_id.split(":");
  return season.length === Number(kind === "season") && canonicalId(id) !== undefined;
}

/** Checks what the schema of an item cannot express: its fields depend on its kind. */
function validateItem(
  { kind, external_id, include_seasons }: BatchItem,
  position: number,
): Detail[] {
  const problems: Detail[] = [];
  if (!isOfKind(kind, String(external_id))) {
    problems.push(itemDetail(position, "external_id", idRules[kind] ?? idRule));
  }
  if (include_seasons !== undefined && kind !== "series") {
    problems.push(itemDetail(position, "include_seasons", "is for series alone"));
  }
  return problems;
}

/** A detail for each season whose series is not in the catalog. */
async function findMissingSeries(db: Db, items: readonly BatchItem[]): Promise<Detail[]> {
  const seriesIds = ({ kind, external_id }: BatchItem) =>
    kind === "season" ? [parseSeasonExternalId(String(external_id)).series_external_id] : [];
  const wanted = [...new Set(items.flatMap(seriesIds))];
  if (wanted.length === 0) return [];
  const rows = await db.execute<{ external_id: number }>(sql`
    select external_id from ${titles} where kind = 'series' and external_id = any(${array(wanted, "int")})`);
  const known = new Set(rows.map(({ external_id }) => external_id));
  const message = "names a series that is not in the catalog; ingest the series first";
  return items.flatMap((item, position) =>
    seriesIds(item).some((id) => !known.has(id))
      ? [itemDetail(position, "external_id", message)]
      : [],
  );
}

function nothingEnqueued(
  code: "validation_error" | "series_not_ingested",
  details: Detail[],
): ApiError {
  const [first] = details;
  const others = details.length > 1 ? `, and ${details.length - 1} more` : "";
  const message = `Nothing was enqueued: ${first?.field} ${first?.message}${others}.`;
  return new ApiError(code, { message, details });
}
