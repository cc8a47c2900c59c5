import { and, eq } from "drizzle-orm";
import type { Db } from "~/db/client";
import { titles } from "~/db/schema";
import { JobRefused } from "~/jobs/fault";

/** Our id of a series by the provider's id; undefined if it is not in the catalog. */
export async function seriesByExternalId(db: Db, external_id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ id: titles.id })
    .from(titles)
    .where(and(eq(titles.kind, "series"), eq(titles.external_id, external_id)));
  return row?.id;
}

/** The provider's id of a series by our UUID; undefined if there is no such series. */
export async function seriesExternalId(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ external_id: titles.external_id })
    .from(titles)
    .where(and(eq(titles.kind, "series"), eq(titles.id, id)));
  return row?.external_id;
}

/** As {@link seriesByExternalId}; throws JobRefused `series_not_ingested`. */
export async function requireSeries(db: Db, external_id: number): Promise<string> {
  const id = await seriesByExternalId(db, external_id);
  if (id !== undefined) return id;
  throw new JobRefused("series_not_ingested", seriesNotIngested(external_id));
}

/** The error message: what is missing, and which request fixes it. */
export const seriesNotIngested = (external_id: number): string =>
  `Series ${external_id} is not in the catalog: ingest it first with POST /api/v1/admin/ingest/series.`;
