import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { mergeRecords } from "~/db/merge";
import { collections, movies, recommendations, release_dates } from "~/db/schema";
import { keepPrimaryImages } from "~/ingest/artwork";
import { lockMembership } from "~/ingest/collections/membership";
import type { StoredEntity } from "~/ingest/pipeline";
import type { TitleParts } from "~/ingest/titles/upsert";
import { matchTitle, mergeShared, reconcileParts, searchableIds } from "~/ingest/titles/upsert";
import type { ProviderCollectionBrief } from "~/provider/movie";
import { refreshNames } from "~/search/names";

export type NormalizedMovie = {
  external_id: number;
  movie: Omit<typeof movies.$inferInsert, "id">;
  collection: ProviderCollectionBrief | null;
  release_dates: Omit<typeof release_dates.$inferInsert, "movie_id">[];
  recommendations: number[];
  parts: TitleParts;
};

/** Upserts one movie with everything that belongs to it. */
export async function upsertMovie(tx: Db, normalized: NormalizedMovie): Promise<StoredEntity> {
  const { external_id, parts } = normalized;
  const collection_id = await mergeCollectionStub(tx, normalized);
  const ids = await mergeShared(tx, parts);
  const title = await matchTitle(tx, "movie", external_id);
  const row = { id: title.id, ...normalized.movie, collection_id };
  await mergeRecords(tx, movies, ["id"], [row], { touch: true, fill: parts.fill });
  await Promise.all([
    reconcileParts(tx, { kind: "movie", id: title.id }, parts, ids),
    reconcileChildren(
      tx,
      release_dates,
      {
        owner: ["movie_id"],
        key: ["region", "position"],
        same: ["release_type", "release_date"],
        keep: parts.incomplete.has("release_dates"),
      },
      normalized.release_dates.map((release) => ({ movie_id: title.id, ...release })),
    ),
    reconcileChildren(
      tx,
      recommendations,
      {
        owner: ["title_id"],
        key: ["position"],
        same: ["external_id"],
        keep: parts.incomplete.has("recommendations"),
      },
      normalized.recommendations.map((target, position) => ({
        title_id: title.id,
        position,
        external_id: target,
      })),
    ),
  ]);
  await refreshNames(tx, [title.id, collection_id, ...searchableIds(ids)]);
  return { entity_id: title.id, outcome: title.outcome === "created" ? "created" : "updated" };
}

/**
 * The collection that the movie names, created as a stub if it is new; otherwise the collection that
 * already lists this movie. Null leaves the movie's collection unchanged.
 */
async function mergeCollectionStub(
  tx: Db,
  { external_id, collection }: NormalizedMovie,
): Promise<string | null> {
  if (collection === null) {
    await lockMembership(tx, [external_id]);
    const [listed] = await tx.execute<{ collection_id: string }>(sql`
      select collection_id from collection_parts where external_id = ${external_id}
      order by collection_id limit 1`);
    return listed?.collection_id ?? null;
  }
  const row = { id: uuidv7(), provider: "tmdb", ...collection };
  const [merged] = await mergeRecords(tx, collections, ["provider", "external_id"], [row]);
  if (merged === undefined) return null;
  const owner = { owner_kind: "collection", owner_id: merged.id } as const;
  await keepPrimaryImages(tx, [
    { ...owner, type: "poster", file_path: collection.poster_path },
    { ...owner, type: "backdrop", file_path: collection.backdrop_path },
  ]);
  return merged.id;
}
