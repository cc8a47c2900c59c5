import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { mergeRecords } from "~/db/merge";
import { collection_parts, collections } from "~/db/schema";
import { array, only } from "~/db/sql";
import { imageStatements, type PrimaryImage, primaryImagesStatement } from "~/ingest/artwork";
import type { Upserted } from "~/ingest/pipeline";
import { translationStatement } from "~/ingest/translations";
import type { ProviderImages } from "~/provider/parts/images";
import type { ProviderTranslation } from "~/provider/parts/translations";
import { namesStatement } from "~/search/names";
import { lockMembership } from "./membership";

export type NormalizedCollection = {
  collection: Omit<typeof collections.$inferInsert, "id">;
  parts: { external_id: number; position: number }[];
  images: ProviderImages | null;
  translations: ProviderTranslation[] | null;
  /** Keys of the body whose lists had unreadable items. */
  incomplete: ReadonlySet<string>;
};

/** Upserts one collection and links its movies that are already in the catalog. */
export async function upsertCollection(
  tx: Db,
  normalized: NormalizedCollection,
): Promise<Upserted> {
  const { collection, parts, incomplete } = normalized;
  await lockMembership(
    tx,
    parts.map((part) => part.external_id),
  );
  const row = { id: uuidv7(), provider: "tmdb", ...collection };
  const keep = incomplete.has("parts");
  const options = { lock: true, fill: keep ? ["parts_total"] : [] };
  const merged = only(
    await mergeRecords(tx, collections, ["provider", "external_id"], [row], options),
  );
  if (parts.length > 0 && !keep) await unlinkGoneParts(tx, merged.id, parts);
  await reconcileChildren(
    tx,
    collection_parts,
    { owner: ["collection_id"], key: ["external_id"], keep },
    parts.map((part) => ({ collection_id: merged.id, ...part })),
  );
  await linkMovies(tx, merged.id);
  const owner = { owner_kind: "collection", owner_id: merged.id } as const;
  const own: PrimaryImage[] = [
    { ...owner, type: "poster", file_path: collection.poster_path },
    { ...owner, type: "backdrop", file_path: collection.backdrop_path },
  ];
  return {
    entity_id: merged.id,
    outcome: merged.outcome === "created" ? "created" : "updated",
    statements: [
      ...imageStatements(owner, normalized.images, own, { keep: incomplete.has("images") }),
      primaryImagesStatement(own),
      translationStatement(owner, normalized.translations, {
        keep: incomplete.has("translations"),
      }),
      namesStatement([merged.id]),
    ],
  };
}

/** Unlinks the movies of removed parts. A movie that was linked by itself, without a part, stays. */
async function unlinkGoneParts(
  tx: Db,
  collection_id: string,
  parts: NormalizedCollection["parts"],
): Promise<void> {
  const listed = array(
    parts.map((part) => part.external_id),
    "int",
  );
  await tx.execute(sql`
    with gone as (
      select movies.id from collection_parts part
      join titles on titles.kind = 'movie' and titles.external_id = part.external_id
      join movies on movies.id = titles.id and movies.collection_id = part.collection_id
      where part.collection_id = ${collection_id} and part.external_id <> all(${listed})
      order by movies.id for no key update of movies
    )
    update movies set collection_id = null from gone where gone.id = movies.id`);
}

/** Locks the movies in the order of their ids, as every writer of several movies does. */
async function linkMovies(tx: Db, collection_id: string): Promise<void> {
  await tx.execute(sql`
    with linked as (
      select movies.id from collection_parts part
      join titles on titles.kind = 'movie' and titles.external_id = part.external_id
      join movies on movies.id = titles.id and movies.collection_id is distinct from part.collection_id
      where part.collection_id = ${collection_id}
      order by movies.id for no key update of movies
    )
    update movies set collection_id = ${collection_id}
    from linked where linked.id = movies.id`);
}
