import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { titles } from "~/db/schema";
import { array } from "~/db/sql";
import { ApiError, type Detail } from "~/http/errors";
import { parseSeasonExternalId } from "~/ingest/seasons/ingest";
import { type Enqueued, enqueueAll, type JobRequest } from "~/jobs/queue";
import type { BatchItem } from "./model";
import { canonicalId, idRule } from "./requests";

/**
 * The jobs of a batch, in its order; one that is named twice is created once. All of them or none:
 * throws validation_error, or series_not_ingested for seasons (M124), with each item that is wrong.
 */
export async function enqueueBatch(db: Db, items: readonly BatchItem[]): Promise<Enqueued[]> {
  const wrong = items.flatMap(problemOf);
  if (wrong.length > 0) throw refusal("validation_error", wrong);
  const homeless = await withoutSeries(db, items);
  if (homeless.length > 0) throw refusal("series_not_ingested", homeless);
  const requests = items.map(requestOf);
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

function requestOf({ kind, external_id, include_seasons = false }: BatchItem): JobRequest {
  const key = { kind, external_id: String(external_id) };
  return kind === "series" ? { ...key, params: { include_seasons } } : key;
}

const detail = (position: number, field: string, message: string): Detail => ({
  in: "body",
  field: `items.${position}.${field}`,
  message,
});

const seasonRule = "must be the series' id and the season's number, such as 1399:1";

/** What the schema of one item cannot say: the fields depend on its kind. */
function problemOf({ kind, external_id, include_seasons }: BatchItem, position: number): Detail[] {
  const problems: Detail[] = [];
  const isSeason = String(external_id).includes(":");
  if (isSeason !== (kind === "season")) {
    problems.push(detail(position, "external_id", isSeason ? idRule : seasonRule));
  } else if (canonicalId(String(external_id).split(":")[0] ?? "") === undefined) {
    problems.push(detail(position, "external_id", isSeason ? seasonRule : idRule));
  }
  if (include_seasons !== undefined && kind !== "series") {
    problems.push(detail(position, "include_seasons", "is for series alone"));
  }
  return problems;
}

/** The seasons of a batch whose series is not in the catalog. */
async function withoutSeries(db: Db, items: readonly BatchItem[]): Promise<Detail[]> {
  const seriesOf = ({ kind, external_id }: BatchItem) =>
    kind === "season" ? [parseSeasonExternalId(String(external_id)).series_external_id] : [];
  const wanted = [...new Set(items.flatMap(seriesOf))];
  if (wanted.length === 0) return [];
  const rows = await db.execute<{ external_id: number }>(sql`
    select external_id from ${titles} where kind = 'series' and external_id = any(${array(wanted, "int")})`);
  const known = new Set(rows.map(({ external_id }) => external_id));
  const message = "names a series that is not in the catalog; ingest the series first";
  return items.flatMap((item, position) =>
    seriesOf(item).some((id) => !known.has(id)) ? [detail(position, "external_id", message)] : [],
  );
}

function refusal(code: "validation_error" | "series_not_ingested", details: Detail[]): ApiError {
  const [first] = details;
  const others = details.length > 1 ? `, and ${details.length - 1} more` : "";
  const message = `Nothing was enqueued: ${first?.field} ${first?.message}${others}.`;
  return new ApiError(code, { message, details });
}
