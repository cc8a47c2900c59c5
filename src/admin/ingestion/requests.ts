import { EXTERNAL_ID_MAX } from "~/bounds";
import type { Db } from "~/db/client";
import { ApiError } from "~/http/errors";
import { uuidOf } from "~/http/request/public-id";
import { seasonExternalId } from "~/ingest/seasons/ingest";
import {
  seriesByExternalId,
  seriesExternalId,
  seriesNotIngested,
} from "~/ingest/seasons/series-of";
import type { JobRequest } from "~/jobs/queue";
import type { SeasonRequest } from "./model";

/** "603" and 603 are one id (M117); undefined past the largest one, which a pattern cannot tell. */
export function canonicalId(external_id: number | string): string | undefined {
  const number = Number(external_id);
  return number <= EXTERNAL_ID_MAX ? String(number) : undefined;
}

/** What is wrong with an id that has no canonical form. */
export const idRule = `must be a whole number from 1 to ${EXTERNAL_ID_MAX}`;

/** The job of one thing that is known by its number alone. Throws validation_error. */
export const entityRequest = (
  kind: "movie" | "series" | "collection" | "person",
  external_id: number | string,
): JobRequest => ({ kind, external_id: knownId(external_id) });

function knownId(external_id: number | string, field = "external_id"): string {
  const id = canonicalId(external_id);
  if (id === undefined) throw unprocessable(field, idRule);
  return id;
}

/** The season's job; the series has to be in the catalog first (M124). */
export async function seasonRequest(db: Db, body: SeasonRequest): Promise<JobRequest> {
  const series_external_id = await externalIdOf(db, body);
  const { season_number } = body;
  return { kind: "season", external_id: seasonExternalId({ series_external_id, season_number }) };
}

async function externalIdOf(db: Db, body: SeasonRequest): Promise<number> {
  if ("series_external_id" in body) {
    const external_id = Number(knownId(body.series_external_id, "series_external_id"));
    if ((await seriesByExternalId(db, external_id)) !== undefined) return external_id;
    throw new ApiError("series_not_ingested", { message: seriesNotIngested(external_id) });
  }
  const external_id = await seriesExternalId(db, uuidOf("series", body.series_id) ?? "");
  if (external_id === undefined) throw new ApiError("series_not_ingested");
  return external_id;
}

/** Kind and window name one list together; neither means all four (M130). */
export function trendingRequest(
  body: { kind?: "movie" | "series"; window?: "day" | "week" } | null | undefined,
): JobRequest {
  const { kind, window } = body ?? {};
  if (kind === undefined && window === undefined) return { kind: "trending", external_id: "all" };
  if (kind !== undefined && window !== undefined) {
    return { kind: "trending", external_id: `${kind}:${window}` };
  }
  throw unprocessable(
    kind === undefined ? "kind" : "window",
    "is required when the other of kind and window is given",
  );
}

const unprocessable = (field: string, message: string) =>
  new ApiError("validation_error", { details: [{ in: "body", field, message }] });
