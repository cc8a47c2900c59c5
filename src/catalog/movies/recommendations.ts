import { and, eq, min, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Asked } from "~/catalog/records/asked";
import { pageStatement } from "~/catalog/records/page";
import { movieListIncludes } from "~/catalog/titles/list-includes";
import { type MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { movies, recommendations, titles } from "~/db/schema";
import type { JsonSlice } from "~/http/request/page";
import type { RecommendationQuery } from "./model";

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

const ranked: SQL<MovieSummary[]> = jsonArray(
  subquery
    .select(movieSummary)
    .from(edges)
    .innerJoin(titles, target)
    .innerJoin(movies, shown)
    .orderBy(edges.rank, movies.id)
    .limit(parameter("page_size"))
    .offset(parameter("offset")),
);

const recommended = pageStatement<JsonSlice<MovieSummary>>(
  (db) =>
    db
      .select({ total_results: total, results: jsonText(ranked) })
      .from(movie)
      .where(and(eq(movie.id, parameter("id")), eq(movie.kind, "movie"))) as never,
  movieListIncludes,
);

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
