import { and, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { adultFilter, pageColumns } from "~/catalog/paging";
import { embedded } from "~/catalog/titles/embedded";
import { type MovieSummary, movieSummary } from "~/catalog/titles/movie-summary";
import { type SeriesSummary, seriesSummary } from "~/catalog/titles/series-summary";
import type { Db } from "~/db/client";
import { companies, movies, series, title_companies } from "~/db/schema";
import type { Slice } from "~/http/page";
import type { CompanyTitlesQuery } from "./model";

const madeBy = (title_id: SQLWrapper, company_id: string) =>
  inArray(
    title_id,
    embedded
      .select({ title_id: title_companies.title_id })
      .from(title_companies)
      .where(eq(title_companies.company_id, company_id)),
  );

/** A page of a company's movies, the most popular first; undefined when there is no such company. */
export async function listCompanyMovies(
  db: Db,
  id: string,
  { include_adult, page, page_size }: CompanyTitlesQuery,
): Promise<Slice<MovieSummary> | undefined> {
  const where = and(madeBy(movies.id, id), adultFilter(movies.adult, include_adult));
  const order = [sql`${movies.popularity} desc nulls last`, movies.id];
  const columns = pageColumns({
    fields: movieSummary,
    from: movies,
    where,
    order,
    page,
    page_size,
  });
  const [slice] = await db.select(columns).from(companies).where(eq(companies.id, id));
  return slice;
}

/** A page of a company's series, the most popular first; undefined when there is no such company. */
export async function listCompanySeries(
  db: Db,
  id: string,
  { include_adult, page, page_size }: CompanyTitlesQuery,
): Promise<Slice<SeriesSummary> | undefined> {
  const where = and(madeBy(series.id, id), adultFilter(series.adult, include_adult));
  const order = [sql`${series.popularity} desc nulls last`, series.id];
  const columns = pageColumns({
    fields: seriesSummary,
    from: series,
    where,
    order,
    page,
    page_size,
  });
  const [slice] = await db.select(columns).from(companies).where(eq(companies.id, id));
  return slice;
}
