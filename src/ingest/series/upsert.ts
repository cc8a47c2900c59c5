import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { childrenStatement } from "~/db/children";
import type { Db } from "~/db/client";
import { type Merged, mergeRecords, mergeStatement } from "~/db/merge";
import { inOrder, sendAll } from "~/db/pipeline";
import { content_ratings, seasons, series } from "~/db/schema";
import { array } from "~/db/sql";
import { primaryImagesStatement } from "~/ingest/artwork";
import type { Upserted } from "~/ingest/pipeline";
import type { TitleParts } from "~/ingest/titles/upsert";
import { matchTitle, mergeShared, namesOfTitle, titleStatements } from "~/ingest/titles/upsert";
import type { ProviderContentRating } from "~/provider/parts/content-ratings";

export type NormalizedSeries = {
  external_id: number;
  series: Omit<typeof series.$inferInsert, "id">;
  /** Stubs only: the episodes come with each season's own ingestion. */
  seasons: Omit<typeof seasons.$inferInsert, "id" | "series_id">[];
  content_ratings: ProviderContentRating[];
  /** The provider states that there is none (it does not omit the key), so a stored one is cleared. */
  no_next_episode: boolean;
  parts: TitleParts;
};

/** Upserts one series with its season stubs. Episodes are written by the ingestion of their season. */
export async function upsertSeries(tx: Db, normalized: NormalizedSeries): Promise<Upserted> {
  const { parts } = normalized;
  const [ids, title] = await inOrder([
    mergeShared(tx, parts),
    matchTitle(tx, "series", normalized.external_id),
  ]);
  const row = { id: title.id, ...normalized.series };
  const replace = normalized.no_next_episode ? ["next_episode"] : [];
  const own = mergeStatement(series, ["id"], [row], { lock: true, replace, fill: parts.fill });
  const incomplete = parts.incomplete.has("seasons");
  // As the ingestion of a season does, whose commit stamps the series: other orders could deadlock.
  if (!title.fresh) await mergeSeasonStubs(tx, title.id, normalized, incomplete);
  await sendAll(tx, [
    ...titleStatements(title, own, parts, ids),
    childrenStatement(
      content_ratings,
      {
        owner: ["title_id"],
        key: ["position"],
        same: ["country", "rating"],
        keep: parts.incomplete.has("content_ratings"),
        fresh: title.fresh,
      },
      normalized.content_ratings.map((rating, position) => ({
        title_id: title.id,
        position,
        ...rating,
      })),
    ),
  ]);
  if (title.fresh) await mergeSeasonStubs(tx, title.id, normalized, incomplete);
  return {
    entity_id: title.id,
    outcome: title.fresh ? "created" : "updated",
    statements: [namesOfTitle(title, ids)],
  };
}

/** A season that the provider no longer lists is kept and flagged as missing: it may have episodes. */
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
  await sendAll(tx, [
    primaryImagesStatement(
      stubs.map((stub) => ({
        owner_kind: "season",
        owner_id: ids.get(stub.season_number) ?? "",
        type: "poster",
        file_path: stub.poster_path,
      })),
    ),
  ]);
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

/** The numbers of the seasons that the provider still lists, specials (0) included. */
export async function listedSeasons(db: Db, series_id: string): Promise<number[]> {
  const rows = await db
    .select({ season_number: seasons.season_number })
    .from(seasons)
    .where(and(eq(seasons.series_id, series_id), isNull(seasons.missing_at)))
    .orderBy(asc(seasons.season_number));
  return rows.map((row) => row.season_number);
}
