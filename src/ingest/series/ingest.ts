import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "~/db/client";
import { seasons } from "~/db/schema";
import type { Recipe } from "~/ingest/pipeline";
import { fetchSeries, readSeries } from "~/provider/series";
import { type NormalizedSeries, normalizeSeries } from "./normalize";
import { upsertSeries } from "./upsert";

/** How a series of the provider becomes ours, with season stubs. */
export const seriesRecipe = (external_id: number): Recipe<NormalizedSeries> => ({
  kind: "series",
  external_id: String(external_id),
  fetch: (provider) => fetchSeries(provider, external_id),
  normalize: (body, warnings) => normalizeSeries(readSeries(body, external_id, warnings), warnings),
  upsert: upsertSeries,
});

/** The numbers of the seasons that the provider still lists, specials (0) included (M123). */
export async function listedSeasons(db: Db, series_id: string): Promise<number[]> {
  const rows = await db
    .select({ season_number: seasons.season_number })
    .from(seasons)
    .where(and(eq(seasons.series_id, series_id), isNull(seasons.missing_at)))
    .orderBy(asc(seasons.season_number));
  return rows.map((row) => row.season_number);
}
