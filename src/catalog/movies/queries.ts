import { eq, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { imagesJson } from "~/catalog/artwork/lists";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { type MovieFilter, movieSorts } from "~/catalog/listing/filter";
import { titleListing } from "~/catalog/listing/statement";
import { provenanceOf } from "~/catalog/provenance/queries";
import type { Asked } from "~/catalog/records/asked";
import { recordReader, recordSource } from "~/catalog/records/record";
import { castOf, crewOf, type MovieCredits } from "~/catalog/titles/credits";
import {
  alternateTitlesOf,
  companiesOf,
  keywordsOf,
  spokenLanguagesOf,
} from "~/catalog/titles/detail-fields";
import { movieExternalIds } from "~/catalog/titles/external-ids";
import { movieListIncludes } from "~/catalog/titles/list-includes";
import { titleSubResources } from "~/catalog/titles/sub-resources";
import { type MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import { videosOf } from "~/catalog/titles/videos";
import { attributed, offeringsOf } from "~/catalog/titles/watch-providers";
import { translationsJson } from "~/catalog/translations/queries";
import type { Db } from "~/db/client";
import { jsonArray, jsonObject, jsonRow, jsonText, storedArray, subquery } from "~/db/json-sql";
import { type JsonText, joinObjects, jsonField, jsonOf } from "~/db/json-text";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { collections, movies, release_dates, titles } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { JsonRecord } from "~/http/json-answer";
import type { JsonSlice } from "~/http/request/page";
import { listedMovies } from "~/positions/lists";
import type { CollectionBrief, MovieDetail, ReleaseDate } from "./model";
import { recommendationsOf } from "./recommendations";

const readPage = titleListing({
  kind: "movie",
  table: movies,
  listed: listedMovies,
  fields: movieSummary,
  includes: movieListIncludes,
});

/** A page of GET /movies. */
export const listMovies = (
  db: Db,
  filter: MovieFilter,
  asked: Asked = {},
): Promise<JsonSlice<MovieSummary>> => readPage(db, filter, movieSorts[filter.sort_by], asked);

const collection: SQL<CollectionBrief | null> = jsonObject(
  subquery
    .select({
      id: publicId("collection", collections.id).as("id"),
      name: collections.name,
      poster_path: collections.poster_path,
    })
    .from(collections)
    .where(eq(collections.id, movies.collection_id)),
);

const releaseDates: SQL<ReleaseDate[]> = jsonArray(
  subquery
    .select({
      region: release_dates.region,
      release_type: release_dates.release_type,
      release_date: release_dates.release_date,
      certification: release_dates.certification,
      note: release_dates.note,
      is_limited: release_dates.is_limited,
    })
    .from(release_dates)
    .where(eq(release_dates.movie_id, movies.id))
    .orderBy(release_dates.region, release_dates.release_date, release_dates.position),
  bounds.release_dates,
);

const beforeOfferings = {
  ...movieSummary,
  tagline: movies.tagline,
  homepage: movies.homepage,
  budget: movies.budget,
  revenue: movies.revenue,
  origin_countries: storedArray<string>(movies.origin_countries),
  spoken_languages: spokenLanguagesOf(movies.spoken_languages),
  collection,
  keywords: keywordsOf(movies.id),
  alternate_titles: alternateTitlesOf(movies.id),
  companies: companiesOf(movies.id, "production_company"),
  release_dates: releaseDates,
  external_ids: movieExternalIds(movies.external_ids),
};
const afterOfferings = {
  created_at: timestamp(movies.created_at),
  last_ingested_at: lastIngestedAt("movie", titles),
};
const credits: SQL<MovieCredits> = jsonRow({ cast: castOf(movies.id), crew: crewOf(movies.id) });

/** How a movie is read. */
export const movieRecord = recordSource({
  from: sql`${movies} join ${titles} on ${eq(titles.id, movies.id)}`,
  id: movies.id,
  public_id: publicId("movie", movies.id),
  updated_at: timestamp(movies.updated_at),
  parts: {
    first: jsonText(jsonRow(beforeOfferings)),
    offerings: offeringsOf(movies.id),
    last: jsonText(jsonRow(afterOfferings)),
  },
  assemble: ({ first, offerings, last }, id): JsonText<MovieDetail> =>
    joinObjects(
      first,
      jsonField("watch_providers", attributed(offerings)),
      last,
      jsonField("links", jsonOf(links(id))),
    ),
  includes: {
    credits,
    images: imagesJson("movie"),
    videos: jsonRow({ results: videosOf(movies.id) }),
    recommendations: recommendationsOf(movies.id),
    translations: translationsJson("movie", movies.id),
    provenance: provenanceOf("movie", movies.id),
  },
});

/** Everything about one movie in one statement; undefined when there is none. */
export const getMovie = recordReader(movieRecord);

function links(id: string): MovieDetail["links"] {
  const path = `/api/v1/movies/${id}`;
  return {
    credits: `${path}/credits`,
    images: `${path}/images`,
    videos: `${path}/videos`,
    recommendations: `${path}/recommendations`,
    watch_providers: `${path}/watch-providers`,
  };
}

const creditsJson = { json: jsonText(credits) };
const creditsById = preparedStatement((db) =>
  db
    .select(creditsJson)
    .from(movies)
    .where(eq(movies.id, parameter("id"))),
);

/** The credits of a movie; undefined when there is no such movie. */
export async function getMovieCredits(
  db: Db,
  id: string,
): Promise<JsonRecord<MovieCredits> | undefined> {
  return (await creditsById(db, { id }))[0];
}

export const { getVideos: getMovieVideos, getOfferings: getMovieOfferings } = titleSubResources(
  "movie",
  movies,
);
