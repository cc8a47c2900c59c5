import { eq, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { lastIngestedAt } from "~/catalog/last-ingested-at";
import { alternateTitlesOf } from "~/catalog/titles/alternate-titles";
import { companiesOf } from "~/catalog/titles/detail-fields";
import { movieExternalIds } from "~/catalog/titles/external-ids";
import { keywordsOf } from "~/catalog/titles/keyword-labels";
import { listIn, type SpokenLanguage } from "~/catalog/titles/spoken-languages";
import { movieSummary } from "~/catalog/titles/summaries";
import { attributed, offeringsOf } from "~/catalog/titles/watch-providers";
import type { Db } from "~/db/client";
import { embedded, listOf, oneOf } from "~/db/json-sql";
import { writtenOnce } from "~/db/prepared-statement";
import { collections, movies, release_dates, titles } from "~/db/schema";
import { publicId, timestamp } from "~/db/sql";
import type { CollectionBrief, MovieDetail, ReleaseDate } from "./model";

const collection: SQL<CollectionBrief | null> = oneOf(
  embedded
    .select({
      id: publicId("collection", collections.id).as("id"),
      name: collections.name,
      poster_path: collections.poster_path,
    })
    .from(collections)
    .where(eq(collections.id, movies.collection_id)),
);

const releaseDates: SQL<ReleaseDate[]> = listOf(
  embedded
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

const movieDetail = {
  ...movieSummary,
  tagline: movies.tagline,
  homepage: movies.homepage,
  budget: movies.budget,
  revenue: movies.revenue,
  origin_countries: listIn<string>(movies.origin_countries),
  spoken_languages: listIn<SpokenLanguage>(movies.spoken_languages),
  collection,
  keywords: keywordsOf(movies.id),
  alternate_titles: alternateTitlesOf(movies.id),
  companies: companiesOf(movies.id, "production_company"),
  release_dates: releaseDates,
  external_ids: movieExternalIds(movies.external_ids),
  watch_providers: offeringsOf(movies.id),
  created_at: timestamp(movies.created_at),
  last_ingested_at: lastIngestedAt("movie"),
};

const byId = writtenOnce((db) =>
  db
    .select(movieDetail)
    .from(movies)
    .innerJoin(titles, eq(titles.id, movies.id))
    .where(eq(movies.id, sql.placeholder("id"))),
);

/** Everything about one movie in one statement; undefined when there is none. */
export async function getMovie(db: Db, id: string): Promise<MovieDetail | undefined> {
  const [movie] = await byId(db, { id });
  return (
    movie && {
      ...movie,
      watch_providers: attributed(movie.watch_providers),
      links: links(movie.id),
    }
  );
}

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
