import type { Static } from "@sinclair/typebox";
import { EXTERNAL_ID_MAX } from "~/bounds";
import type { Db } from "~/db/client";
import { ApiError } from "~/http/errors";
import { uuidOf } from "~/http/request/public-id";
import { readExternalReference } from "~/http/request/reference";
import { parseSeasonExternalId, seasonExternalId } from "~/ingest/seasons/ingest";
import {
  seriesByExternalId,
  seriesExternalId,
  seriesNotIngested,
} from "~/ingest/seasons/parent-series";
import { listName } from "~/ingest/trending/lists";
import type { JobRequest } from "~/jobs/queue";
import type { FindRequest, SeasonRequest, SeriesRequest, TrendingRequest } from "./model";

/** The one spelling of a provider's id: "603" and 603 are the same. undefined above the maximum. */
export function canonicalId(external_id: number | string): string | undefined {
  const number = Number(external_id);
  return number <= EXTERNAL_ID_MAX ? String(number) : undefined;
}

/** The rule for ids, to complete a sentence about a field. */
export const idRule = `must be a whole number from 1 to ${EXTERNAL_ID_MAX}`;

/** The job of an entity with one id. Throws `validation_error`. */
export const entityRequest = (
  kind: "movie" | "series" | "collection" | "person",
  external_id: number | string,
): JobRequest => ({ kind, external_id: requireId(external_id) });

/** The job of a series; by default without its seasons. */
export const seriesRequest = ({
  external_id,
  include_seasons = false,
}: Static<typeof SeriesRequest>): JobRequest => ({
  ...entityRequest("series", external_id),
  params: { include_seasons },
});

/** The job that asks the provider what an id of another site names. Throws `validation_error`. */
export function findRequest({ source, value }: Static<typeof FindRequest>): JobRequest {
  const reference = readExternalReference(`${source}:${value}`);
  if (reference === undefined) throw invalidField("value", `must be an id of ${source}`);
  return { kind: "find", external_id: `${source}:${reference.value}` };
}

function requireId(external_id: number | string, field = "external_id"): string {
  const id = canonicalId(external_id);
  if (id === undefined) throw invalidField(field, idRule);
  return id;
}

/** The job of a season; throws `series_not_ingested` unless its series is in the catalog. */
export async function seasonRequest(db: Db, body: SeasonRequest): Promise<JobRequest> {
  const isWhole = "external_id" in body;
  const { season_number, ...series } = isWhole ? parseSeasonExternalId(body.external_id) : body;
  const field = isWhole ? "external_id" : "series_external_id";
  const series_external_id = await readSeriesExternalId(db, series, field);
  return { kind: "season", external_id: seasonExternalId({ series_external_id, season_number }) };
}

type SeriesOfSeason = { series_external_id: number | string } | { series_id: string };

/** `field` is where the request has the provider's id. */
async function readSeriesExternalId(db: Db, body: SeriesOfSeason, field: string): Promise<number> {
  if ("series_external_id" in body) {
    const external_id = Number(requireId(body.series_external_id, field));
    if ((await seriesByExternalId(db, external_id)) !== undefined) return external_id;
    throw new ApiError("series_not_ingested", { message: seriesNotIngested(external_id) });
  }
  const external_id = await seriesExternalId(db, uuidOf("series", body.series_id) ?? "");
  if (external_id === undefined) throw new ApiError("series_not_ingested");
  return external_id;
}

/** The job that refreshes the list of a kind and window, or all four lists when neither is given. */
export function trendingRequest(
  body: Static<typeof TrendingRequest> | null | undefined,
): JobRequest {
  const { kind, window } = body ?? {};
  if (kind === undefined && window === undefined) return { kind: "trending", external_id: "all" };
  if (kind !== undefined && window !== undefined) {
    return { kind: "trending", external_id: listName({ kind, window }) };
  }
  throw invalidField(
    kind === undefined ? "kind" : "window",
    "is required when the other of kind and window is given",
  );
}

const invalidField = (field: string, message: string) =>
  new ApiError("validation_error", { details: [{ in: "body", field, message }] });
