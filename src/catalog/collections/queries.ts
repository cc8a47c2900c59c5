import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { adultFilter } from "~/catalog/adult";
import { imagesJson } from "~/catalog/artwork/lists";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { pagesOf, recordsOf } from "~/catalog/listing/page";
import { provenanceOf } from "~/catalog/provenance/queries";
import type { Asked } from "~/catalog/records/asked";
import { recordReader, recordSource } from "~/catalog/records/record";
import { movieSummary } from "~/catalog/titles/summaries";
import { translationsJson } from "~/catalog/translations/queries";
import type { Db } from "~/db/client";
import { jsonArray, jsonRow, jsonText, subquery } from "~/db/json-sql";
import type { JsonText } from "~/db/json-text";
import { collection_parts, collections, movies, titles } from "~/db/schema";
import { byName, publicId, timestamp } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { JsonSlice } from "~/http/request/page";
import type {
  CollectionDetail,
  CollectionFilter,
  CollectionMovie,
  CollectionQuery,
  CollectionSummary,
} from "./model";

type Adult = CollectionQuery["include_adult"];

const members = (include_adult: Adult) =>
  and(eq(movies.collection_id, collections.id), adultFilter(movies.adult, include_adult));

// Inside sql`` once more: at the top of a column, Drizzle drops the table's name from columns.
const movieCount = (include_adult: Adult) =>
  sql<number>`${subquery
    .select({ count: sql`count(*)::int` })
    .from(movies)
    .where(members(include_adult))}`.as("movie_count");

/** The columns of a {@link CollectionSummary}, for any SELECT that reads `collections`. */
export const collectionSummary = (include_adult: Adult) => ({
  id: publicId("collection", collections.id).as("id"),
  kind: sql<"collection">`'collection'`.as("kind"),
  name: collections.name,
  poster_path: collections.poster_path,
  backdrop_path: collections.backdrop_path,
  movie_count: movieCount(include_adult),
  parts_total: collections.parts_total,
  removed_at: timestamp(collections.removed_at).as("removed_at"),
});

/** The movies by position, then by release date; nulls last. */
const moviesIn = (include_adult: Adult): SQL<CollectionMovie[]> =>
  jsonArray(
    subquery
      .select({ ...movieSummary, position: collection_parts.position })
      .from(movies)
      .innerJoin(titles, eq(titles.id, movies.id))
      .leftJoin(
        collection_parts,
        and(
          eq(collection_parts.collection_id, collections.id),
          eq(collection_parts.external_id, titles.external_id),
        ),
      )
      .where(members(include_adult))
      .orderBy(
        sql`${collection_parts.position} nulls last`,
        sql`${movies.release_date} nulls last`,
        movies.id,
      ),
    bounds.collection_movies,
  );

/** The external ids of the collection in `collections`. */
export const collectionExternalIds = jsonRow({ tmdb: collections.external_id });

/** How a collection is read, with or without its adult movies. */
export const collectionRecord = (include_adult: Adult) => {
  const collectionDetail = {
    ...collectionSummary(include_adult),
    overview: collections.overview,
    movies: moviesIn(include_adult),
    external_ids: collectionExternalIds,
    created_at: timestamp(collections.created_at),
    updated_at: timestamp(collections.updated_at),
    last_ingested_at: lastIngestedAt("collection", collections),
  };
  return recordSource({
    from: sql`${collections}`,
    id: collections.id,
    public_id: publicId("collection", collections.id),
    updated_at: timestamp(collections.updated_at),
    parts: { json: jsonText(jsonRow(collectionDetail)) },
    assemble: ({ json }): JsonText<CollectionDetail> => json,
    includes: {
      images: imagesJson("collection"),
      translations: translationsJson("collection", collections.id),
      provenance: provenanceOf("collection", collections.id),
    },
  });
};
const readers = {
  true: recordReader(collectionRecord("true")),
  false: recordReader(collectionRecord("false")),
};

/** Everything about one collection with its movies, in one statement; undefined when there is none. */
export const getCollection = (
  db: Db,
  id: string,
  query: CollectionQuery & Asked,
): Promise<JsonRecord<CollectionDetail> | undefined> => readers[query.include_adult](db, id, query);

const pages = pagesOf({
  fields: collectionSummary("false"),
  from: collections,
  where: isNull(collections.removed_at),
  total: recordsOf("collection"),
  order: [byName(collections.name), collections.id],
});

/** A page of collections by name. */
export const listCollections = (
  db: Db,
  filter: CollectionFilter,
): Promise<JsonSlice<CollectionSummary>> => pages(db, filter, {}, { language: filter.language });
