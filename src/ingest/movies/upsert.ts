import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { childrenStatement } from "~/db/children";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { mergeRecords, mergeStatement } from "~/db/merge";
import { inOrder } from "~/db/pipeline";
import { parameter } from "~/db/prepared-statement";
import { collections, movies, recommendations, release_dates } from "~/db/schema";
import type { PrimaryImage } from "~/ingest/artwork";
import { lockMembership } from "~/ingest/collections/membership";
import type { Upserted } from "~/ingest/pipeline";
import type { MatchedTitle, TitleParts } from "~/ingest/titles/upsert";
import { matchTitle, mergeShared, namesOfTitle, titleStatements } from "~/ingest/titles/upsert";
import type { ProviderCollectionBrief } from "~/provider/movie";

export type NormalizedMovie = {
  external_id: number;
  movie: Omit<typeof movies.$inferInsert, "id">;
  collection: ProviderCollectionBrief | null;
  release_dates: Omit<typeof release_dates.$inferInsert, "movie_id">[];
  recommendations: number[];
  parts: TitleParts;
};

/** Upserts one movie with everything that belongs to it. */
export async function upsertMovie(tx: Db, normalized: NormalizedMovie): Promise<Upserted> {
  const { external_id, collection, parts } = normalized;
  const [collection_id, ids, title] = await inOrder([
    mergeCollectionStub(tx, normalized),
    mergeShared(tx, parts),
    matchTitle(tx, "movie", external_id),
  ]);
  const row = { id: title.id, ...normalized.movie, collection_id };
  const own = mergeStatement(movies, ["id"], [row], { lock: true, fill: parts.fill });
  const named = collection === null ? [] : collectionImages(collection_id, collection);
  return {
    entity_id: title.id,
    outcome: title.fresh ? "created" : "updated",
    statements: [
      ...titleStatements(title, own, parts, ids, named),
      releaseStatement(title, normalized),
      recommendationStatement(title, normalized),
      namesOfTitle(title, ids, [collection_id]),
    ],
  };
}

const releaseStatement = ({ id, fresh }: MatchedTitle, movie: NormalizedMovie) =>
  childrenStatement(
    release_dates,
    {
      owner: ["movie_id"],
      key: ["region", "position"],
      same: ["release_type", "release_date"],
      keep: movie.parts.incomplete.has("release_dates"),
      fresh,
    },
    movie.release_dates.map((release) => ({ movie_id: id, ...release })),
  );

const recommendationStatement = ({ id, fresh }: MatchedTitle, movie: NormalizedMovie) =>
  childrenStatement(
    recommendations,
    {
      owner: ["title_id"],
      key: ["position"],
      same: ["external_id"],
      keep: movie.parts.incomplete.has("recommendations"),
      fresh,
    },
    movie.recommendations.map((external_id, position) => ({ title_id: id, position, external_id })),
  );

/**
 * The collection that the movie names, created as a stub if it is new; otherwise the collection that
 * already lists this movie. Null leaves the movie's collection unchanged.
 */
async function mergeCollectionStub(
  tx: Db,
  { external_id, collection }: NormalizedMovie,
): Promise<string | null> {
  if (collection === null) {
    const [, [listed]] = await inOrder([
      lockMembership(tx, [external_id]),
      tx.execute<{ collection_id: string }>(listedIn({ external_id })),
    ]);
    return listed?.collection_id ?? null;
  }
  const row = { id: uuidv7(), provider: "tmdb", ...collection };
  const [merged] = await mergeRecords(tx, collections, ["provider", "external_id"], [row]);
  return merged?.id ?? null;
}

const listedIn = fixedStatement<"external_id">(
  () => sql`
    select collection_id from collection_parts where external_id = ${parameter("external_id")}
    order by collection_id limit 1`,
);

function collectionImages(
  owner_id: string | null,
  { poster_path, backdrop_path }: ProviderCollectionBrief,
): PrimaryImage[] {
  if (owner_id === null) return [];
  const owner = { owner_kind: "collection", owner_id } as const;
  return [
    { ...owner, type: "poster", file_path: poster_path },
    { ...owner, type: "backdrop", file_path: backdrop_path },
  ];
}
