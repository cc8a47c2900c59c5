import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import {
  type MovieSummary,
  movieSummary,
  type SeriesSummary,
  seriesSummary,
} from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter, preparedStatement } from "~/db/prepared-statement";
import { movies, series, trending_entries, trending_lists } from "~/db/schema";
import { only, timestamp } from "~/db/sql";
import { type JsonSlice, jsonPage } from "~/http/request/page";
import type { ProviderName, TitleKind } from "~/vocabulary";
import type { TrendingQuery } from "./model";

type Ranked<Summary> = JsonSlice<Summary & { rank: number }> & {
  refreshed_at: string | null;
  source: ProviderName;
};

type Titles = PgTable & { id: PgColumn; adult: PgColumn };

/**
 * A page of a ranking with its total and the facts about the ranking, in one statement. Ranks stay as
 * they are when adult titles are left out.
 */
function rankingOf<Summary>(kind: TitleKind, titles: Titles, summary: SelectedFields) {
  const listed = and(
    eq(trending_entries.kind, kind),
    eq(trending_entries.window, parameter("window")),
    sql`${titles.adult} <= ${parameter("adult")}`,
  );
  const join = eq(titles.id, trending_entries.title_id);
  const rows = subquery
    .select({ ...summary, rank: trending_entries.rank })
    .from(trending_entries)
    .innerJoin(titles, join)
    .where(listed)
    .orderBy(trending_entries.rank)
    .limit(parameter("page_size"))
    .offset(parameter("offset"));
  const total = subquery
    .select({ total: sql`count(*)::int` })
    .from(trending_entries)
    .innerJoin(titles, join)
    .where(listed);
  const list = and(eq(trending_lists.kind, kind), eq(trending_lists.window, parameter("window")));
  return preparedStatement<Ranked<Summary>>(
    (db) =>
      db
        .select({
          total_results: sql<number>`${total}`,
          results: jsonText(jsonArray(rows as never) as SQL<(Summary & { rank: number })[]>),
          refreshed_at: sql<string | null>`${timestamp(trending_lists.refreshed_at)}`,
          source: sql<ProviderName>`coalesce(${trending_lists.source}, 'tmdb')`,
        })
        .from(sql`(values (1)) one`)
        .leftJoin(trending_lists, list) as never,
  );
}

/** Reads pages of a ranking, with its window and source beside the page. */
function listRanking<Summary>(kind: TitleKind, titles: Titles, summary: SelectedFields) {
  const ranking = rankingOf<Summary>(kind, titles, summary);
  return async (db: Db, query: TrendingQuery) => {
    const { page_size, window, include_adult } = query;
    const offset = (query.page - 1) * page_size;
    const values = { window, page_size, offset, adult: include_adult === "true" };
    const { refreshed_at, source, ...slice } = only(await ranking(db, values));
    return jsonPage(query, slice, { window, refreshed_at, source });
  };
}

/** A page of the provider's ranking of movies; empty until the ranking is first fetched. */
export const listTrendingMovies = listRanking<MovieSummary>("movie", movies, movieSummary);

/** A page of the provider's ranking of series; empty until the ranking is first fetched. */
export const listTrendingSeries = listRanking<SeriesSummary>("series", series, seriesSummary);
