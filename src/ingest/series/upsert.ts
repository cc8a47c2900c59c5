import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { type Merged, mergeRecords, type Outcome } from "~/db/merge";
import { content_ratings, seasons, series } from "~/db/schema";
import { array } from "~/db/sql";
import { keepPrimaryImages } from "~/ingest/artwork";
import { matchTitle, mergeShared, reconcileParts, searchedAmong } from "~/ingest/titles/upsert";
import { refreshNames } from "~/search/names";
import type { NormalizedSeries } from "./normalize";

/** Match and upsert of one series with its season stubs; no episode is written here (M128). */
export async function upsertSeries(
  tx: Db,
  normalized: NormalizedSeries,
): Promise<{ entity_id: string; outcome: Outcome }> {
  const { parts } = normalized;
  const ids = await mergeShared(tx, parts);
  const title = await matchTitle(tx, "series", normalized.external_id);
  const row = { id: title.id, ...normalized.series };
  const replace = normalized.no_next_episode ? ["next_episode"] : [];
  await mergeRecords(tx, series, ["id"], [row], { touch: true, replace, fill: parts.fill });
  await Promise.all([
    reconcileParts(tx, { kind: "series", id: title.id }, parts, ids),
    reconcileChildren(
      tx,
      content_ratings,
      {
        owner: ["title_id"],
        key: ["position"],
        same: ["country", "rating"],
        keep: parts.incomplete.has("content_ratings"),
      },
      normalized.content_ratings.map((rating, position) => ({
        title_id: title.id,
        position,
        ...rating,
      })),
    ),
  ]);
  await mergeSeasonStubs(tx, title.id, normalized, parts.incomplete.has("seasons"));
  await refreshNames(tx, [title.id, ...searchedAmong(ids)]);
  return { entity_id: title.id, outcome: title.outcome === "created" ? "created" : "updated" };
}

/** A season that the provider no longer lists is kept and flagged: it may hold episodes (F22). */
async function mergeSeasonStubs(
  tx: Db,
  series_id: string,
  { seasons: stubs }: NormalizedSeries,
  incomplete: boolean,
): Promise<void> {
  if (stubs.length === 0) return;
  const merged = await mergeRecords(
    tx,
    seasons,
    ["series_id", "season_number"],
    stubs.map((stub) => ({ id: uuidv7(), series_id, ...stub, missing_at: null })),
    { replace: ["missing_at"] },
  );
  if (!incomplete) await flagMissingSeasons(tx, series_id, stubs);
  const ids = new Map(merged.map((record: Merged) => [record.season_number, record.id]));
  await keepPrimaryImages(
    tx,
    stubs.map((stub) => ({
      owner_kind: "season",
      owner_id: ids.get(stub.season_number) ?? "",
      type: "poster",
      file_path: stub.poster_path,
    })),
  );
}

async function flagMissingSeasons(
  tx: Db,
  series_id: string,
  stubs: NormalizedSeries["seasons"],
): Promise<void> {
  const listed = array(
    stubs.map((stub) => stub.season_number),
    "int",
  );
  await tx.execute(sql`
    update seasons set missing_at = now()
    where series_id = ${series_id} and missing_at is null and season_number <> all(${listed})`);
}
