import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { Asked } from "~/catalog/records/asked";
import { pageStatement } from "~/catalog/records/page";
import {
  type IncludesOf,
  movieListIncludes,
  seriesListIncludes,
} from "~/catalog/titles/list-includes";
import {
  type MovieSummary,
  movieSummary,
  type SeriesSummary,
  seriesSummary,
} from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { jsonArray, jsonText, subquery } from "~/db/json-sql";
import { parameter } from "~/db/prepared-statement";
import { movies, series, trending_entries, trending_lists } from "~/db/schema";
import { only, timestamp } from "~/db/sql";
import { type JsonSlice, jsonPage } from "~/http/request/page";
import type { ProviderName, TitleKind } from "~/vocabulary";
import type { TrendingQuery } from "./model";

type Ranked<Summary> = JsonSlice<Summary & { rank: number }> & {
  refreshed_at: string | null;
  source: ProviderName;
};

type Ranking = {
  kind: TitleKind;
  titles: PgTable & { id: PgColumn; adult: PgColumn };
  /** The columns of a summary. */
  summary: SelectedFields;
  includes: IncludesOf;
};

/**
 * A page of a ranking with its total and the facts about the ranking, in one statement. Ranks stay as
 * they are when adult titles are left out.
 */
function rankingOf<Summary>({ kind, titles, summary, includes }: Ranking) {
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
  return pageStatement<Ranked<Summary>>(
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
    includes,
  );
}

/** Reads pages of a ranking, with its window and source beside the page. */
function listRanking<Summary>(of: Ranking) {
  const ranking = rankingOf<Summary>(of);
  return async (db: Db, query: TrendingQuery, asked: Asked = {}) => {
    const { page_size, window, include_adult } = query;
    const offset = (query.page - 1) * page_size;
    const values = { window, page_size, offset, adult: include_adult === "true" };
    const { refreshed_at, source, ...slice } = only(await ranking(db, values, asked));
    return jsonPage(query, slice, { window, refreshed_at, source });
  };
}

/** A page of the provider's ranking of movies; empty until the ranking is first fetched. */
export const listTrendingMovies = listRanking<MovieSummary>({
  kind: "movie",
  titles: movies,
  summary: movieSummary,
  includes: movieListIncludes,
});

/** A page of the provider's ranking of series; empty until the ranking is first fetched. */
export const listTrendingSeries = listRanking<SeriesSummary>({
  kind: "series",
  titles: series,
  summary: seriesSummary,
  includes: seriesListIncludes,
});
