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
  normalize: (body, warnings) => {
    const raw = readSeries(body, external_id, warnings);
    // The regulars stand in for the whole cast, which is no reason to remove the others.
    if (!hasAggregateCredits(body)) warnings.lostItemOf("aggregate_credits");
    return normalizeSeries(raw, warnings, { no_next_episode: body.next_episode_to_air === null });
  },
  upsert: upsertSeries,
});

function hasAggregateCredits({ aggregate_credits }: Record<string, unknown>): boolean {
  if (typeof aggregate_credits !== "object" || aggregate_credits === null) return false;
  const { cast, crew }: { cast?: unknown; crew?: unknown } = aggregate_credits;
  return Array.isArray(cast) && cast.length > 0 && Array.isArray(crew) && crew.length > 0;
}

/** The numbers of the seasons that the provider still lists, specials (0) included (M123). */
export async function listedSeasons(db: Db, series_id: string): Promise<number[]> {
  const rows = await db
    .select({ season_number: seasons.season_number })
    .from(seasons)
    .where(and(eq(seasons.series_id, series_id), isNull(seasons.missing_at)))
    .orderBy(asc(seasons.season_number));
  return rows.map((row) => row.season_number);
}
