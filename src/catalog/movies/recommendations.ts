import { and, eq, min, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, subquery } from "~/db/json-sql";
import { preparedStatement } from "~/db/prepared-statement";
import { movies, recommendations, titles } from "~/db/schema";
import type { Slice } from "~/http/request/page";
import type { RecommendationQuery } from "./model";

const asked = alias(titles, "asked");

/** One edge for each recommended movie, at its best rank. */
const edges = subquery
  .select({
    external_id: recommendations.external_id,
    rank: min(recommendations.position).as("rank"),
  })
  .from(recommendations)
  .where(eq(recommendations.title_id, asked.id))
  .groupBy(recommendations.external_id)
  .as("edges");

/** An edge counts once its target is in the catalog; adult movies stay out of lists (M28, M90). */
const target = and(
  eq(titles.provider, asked.provider),
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
    .limit(sql.placeholder("page_size"))
    .offset(sql.placeholder("offset")),
);

const recommended = preparedStatement((db) =>
  db
    .select({ total_results: total, results: ranked })
    .from(asked)
    .where(and(eq(asked.id, sql.placeholder("id")), eq(asked.kind, "movie"))),
);

/** A page of what the provider recommends after a movie, in its order, with the total (M66, M95). */
export async function listRecommendations(
  db: Db,
  id: string,
  { page, page_size }: RecommendationQuery,
): Promise<Slice<MovieSummary> | undefined> {
  const offset = (page - 1) * page_size;
  return (await recommended(db, { id, page_size, offset }))[0];
}
