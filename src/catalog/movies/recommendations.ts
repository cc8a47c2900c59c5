import type { Static } from "@sinclair/typebox";
import { and, eq, min, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Asked } from "~/catalog/records/asked";
import { pageStatement } from "~/catalog/records/page";
import { movieListIncludes } from "~/catalog/titles/list-includes";
import type { MoviePage } from "~/catalog/titles/pages";
import { type MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { movies, recommendations, titles } from "~/db/schema";
import type { JsonSlice } from "~/http/request/page";
import { PAGE_SIZE, type RecommendationQuery } from "./model";

const movie = alias(titles, "asked");

/** The TMDB ids that the provider recommends, each once at its best rank. */
const edges = subquery
  .select({
    external_id: recommendations.external_id,
    rank: min(recommendations.position).as("rank"),
  })
  .from(recommendations)
  .where(eq(recommendations.title_id, movie.id))
  .groupBy(recommendations.external_id)
  .as("edges");

/** Only movies that are in the catalog are listed, and no adult ones. */
const target = and(
  eq(titles.provider, movie.provider),
  eq(titles.kind, "movie"),
  eq(titles.external_id, edges.external_id),
);
const shown = and(eq(movies.id, titles.id), eq(movies.adult, false));

const total = sql<number>`${subquery
  .select({ total: sql`count(*)::int` })
  .from(edges)
  .innerJoin(titles, target)
  .innerJoin(movies, shown)}`;

const ranked = (page_size: SQLWrapper, offset: SQLWrapper): SQL<MovieSummary[]> =>
  jsonArray(
    subquery
      .select(movieSummary)
      .from(edges)
      .innerJoin(titles, target)
      .innerJoin(movies, shown)
      .orderBy(edges.rank, movies.id)
      .limit(page_size as never)
      .offset(offset as never),
  );

const onPage = ranked(parameter("page_size"), parameter("offset"));
const recommended = pageStatement<JsonSlice<MovieSummary>>(
  (db) =>
    db
      .select({ total_results: total, results: jsonText(onPage) })
      .from(movie)
      .where(and(eq(movie.id, parameter("id")), eq(movie.kind, "movie"))) as never,
  movieListIncludes,
);

const first = sql.raw(String(PAGE_SIZE));

/** The first page of what the provider recommends for the movie with this id, as one JSON object. */
export const recommendationsOf = (movie_id: SQLWrapper): SQL<Static<typeof MoviePage>> =>
  sql`(select row_to_json(item) from (
    select 1 as page, ${first} as page_size, counted.total_results,
      (counted.total_results + ${first} - 1) / ${first} as total_pages, ${ranked(first, sql`0`)} as results
    from ${titles} ${sql.identifier("asked")} cross join lateral (select ${total} as total_results) counted
    where ${movie.id} = ${movie_id}) item)`;

/** A page of the movies that the provider recommends for a movie, in the provider's order. */
export async function listRecommendations(
  db: Db,
  id: string,
  { page, page_size }: RecommendationQuery,
  asked: Asked = {},
): Promise<JsonSlice<MovieSummary> | undefined> {
  const offset = (page - 1) * page_size;
  return (await recommended(db, { id, page_size, offset }, asked))[0];
}
