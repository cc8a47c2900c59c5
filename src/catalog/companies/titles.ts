import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import { adultFilter, pageColumns } from "~/catalog/listing/page";
import { type SeriesSummary, seriesSummary } from "~/catalog/titles/series-summary";
import { type MovieSummary, movieSummary } from "~/catalog/titles/summaries";
import type { Db } from "~/db/client";
import { embedded } from "~/db/json-sql";
import { companies, movies, series, title_companies } from "~/db/schema";
import type { Slice } from "~/http/request/page";
import type { CompanyTitlesQuery } from "./model";

type Titles = PgTable & Record<"id" | "adult" | "popularity", PgColumn>;

const titlesOf =
  <Summary>(from: Titles, fields: SelectedFields) =>
  async (
    db: Db,
    id: string,
    { include_adult, page, page_size }: CompanyTitlesQuery,
  ): Promise<Slice<Summary> | undefined> => {
    const made = embedded
      .select({ title_id: title_companies.title_id })
      .from(title_companies)
      .where(eq(title_companies.company_id, id));
    const where = and(inArray(from.id, made), adultFilter(from.adult, include_adult));
    const order = [sql`${from.popularity} desc nulls last`, from.id];
    const columns = pageColumns({ fields, from, where, order, page, page_size });
    const [slice] = await db.select(columns).from(companies).where(eq(companies.id, id));
    return slice as Slice<Summary> | undefined;
  };

/** A page of a company's movies, the most popular first; undefined when there is no such company. */
export const listCompanyMovies = titlesOf<MovieSummary>(movies, movieSummary);

/** A page of a company's series, the most popular first; undefined when there is no such company. */
export const listCompanySeries = titlesOf<SeriesSummary>(series, seriesSummary);
