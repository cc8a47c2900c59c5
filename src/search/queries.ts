import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { sqlState } from "~/db/failure";
import { array } from "~/db/sql";
import type { Slice } from "~/http/page";
import { type Find, MOST_FINDS, type SecondOpinion } from "./index/secondary-search";
import { kindNumber } from "./kinds";
import type { SearchQuery, SearchResult } from "./model";
import { kindsOf } from "./parameters";
import { summaryOf } from "./summaries";

const TIMEOUT_MS = 800;
const QUERY_CANCELED = "57014";

/** With a find as good as this PostgreSQL alone decides: a second opinion could only add noise. */
const GOOD_SCORE = 0.75;

type Row = { total: number; score: number; summary: Omit<SearchResult, "score"> | null };

/**
 * One page of what a text finds, best first, and how many entities it finds at all: those that are
 * named so, begin so, hold its words, or come near enough to be meant (the steps are in the
 * migration). A search that takes longer than 0.8 s is answered with exact names and prefixes alone.
 * Where these finds are poor, those of the second opinion follow, if one is asked and answers.
 */
export async function search(
  db: Db,
  query: SearchQuery,
  second?: SecondOpinion,
): Promise<Slice<SearchResult>> {
  if (second === undefined) return findPage(db, query);
  if (query.page > 1) return searchBoth(db, query, second);
  const page = await findPage(db, query);
  return (page.results[0]?.score ?? 0) >= GOOD_SCORE ? page : searchBoth(db, query, second, page);
}

/** Runs a search with a limit of its time, and again in its short form when that was not enough. */
async function bounded<T>(db: Db, run: (db: Db, hasty: boolean) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      // Not sent together: the driver may send the second first while it prepares the first.
      await tx.execute(sql`set local statement_timeout = ${sql.raw(String(TIMEOUT_MS))}`);
      return run(tx, false);
    });
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    return run(db, true);
  }
}

const numbersOf = (query: SearchQuery): SQL =>
  sql`${array(kindsOf(query.type).map(kindNumber), "int")}::smallint[]`;

const found = (query: SearchQuery, limit: number, offset: number, hasty: boolean): SQL => sql`
  search_catalog(${query.query}, ${numbersOf(query)}, ${query.year ?? null}::int,
    ${query.include_adult === "true"}::boolean, ${limit}::int, ${offset}::int,
    ${hasty}::boolean) with ordinality as hit(entity_id, kind, score, total, place)`;

async function findPage(db: Db, query: SearchQuery): Promise<Slice<SearchResult>> {
  const { page, page_size, include_adult } = query;
  const rows = await bounded(db, (db, hasty) =>
    db.execute<Row>(sql`
      select hit.total, hit.score, ${summaryOf(sql`hit.kind`, sql`hit.entity_id`, include_adult)} as summary
      from ${found(query, page_size, (page - 1) * page_size, hasty)} order by hit.place`),
  );
  return { total_results: rows[0]?.total ?? 0, results: resultsOf(rows) };
}

const resultsOf = (rows: readonly Pick<Row, "summary" | "score">[]): SearchResult[] =>
  rows.flatMap(({ summary, score }) =>
    summary === null ? [] : [{ ...summary, score } as SearchResult],
  );

type Ranked = { id: string; kind: number; score: number };

/**
 * A page of the finds of both: PostgreSQL's in their order, then those that only the second has. The
 * list is made anew for every page, so that pages and total belong together. `page` is what PostgreSQL
 * alone answers, when that is known; without finds of the second it costs nothing more.
 */
async function searchBoth(
  db: Db,
  query: SearchQuery,
  second: SecondOpinion,
  page?: Slice<SearchResult>,
): Promise<Slice<SearchResult>> {
  const early = page && (await second(query));
  if (page !== undefined && !early?.length) return page;
  const ranked = await rankAll(db, query);
  const isGood = (ranked[0]?.score ?? 0) >= GOOD_SCORE;
  const finds = isGood ? undefined : (early ?? (await second(query)));
  const all = [...ranked, ...(await admitted(db, query, ranked, finds ?? []))];
  const start = (query.page - 1) * query.page_size;
  const results = await summarize(db, query, all.slice(start, start + query.page_size));
  return { total_results: all.length, results };
}

/** More than the steps of a search ever find together. */
const ALL = 2_000;

async function rankAll(db: Db, query: SearchQuery): Promise<Ranked[]> {
  const rows = await bounded(db, (db, hasty) =>
    db.execute<Ranked>(sql`
      select hit.entity_id as id, hit.kind, hit.score from ${found(query, ALL, 0, hasty)}
      where hit.entity_id is not null order by hit.place`),
  );
  return [...rows];
}

/**
 * The finds that PostgreSQL does not have, as far as they exist there and pass the filters (the index
 * may be behind): below all others, in M88's order among themselves.
 */
async function admitted(
  db: Db,
  query: SearchQuery,
  ranked: readonly Ranked[],
  finds: readonly Find[],
): Promise<Ranked[]> {
  if (finds.length === 0) return [];
  const known = new Set(ranked.map(({ id }) => id));
  const more = finds.filter(({ id }) => !known.has(id));
  const ceiling = Math.min(0.5, ranked.at(-1)?.score ?? 0.5);
  const scores = `{${more.map(({ score }) => (score * ceiling).toFixed(4)).join(",")}}`;
  const ids = array(
    more.map(({ id }) => id),
    "uuid",
  );
  const rows = await db.execute<Ranked>(sql`
    select n.entity_id as id, min(n.kind) as kind, max(f.score) as score
    from unnest(${ids}, ${scores}::float8[]) f(id, score) join search_name n on n.entity_id = f.id
    where search_allowed(n.kind, n.year, n.adult, ${numbersOf(query)}, ${query.year ?? null}::int,
      ${query.include_adult === "true"}::boolean)
    group by n.entity_id
    order by max(f.score) desc, max(n.popularity) desc nulls last, n.entity_id
    limit ${Math.max(0, MOST_FINDS - ranked.length)}`);
  return [...rows];
}

async function summarize(
  db: Db,
  { include_adult }: SearchQuery,
  ranked: readonly Ranked[],
): Promise<SearchResult[]> {
  if (ranked.length === 0) return [];
  const ids = array(
    ranked.map(({ id }) => id),
    "uuid",
  );
  const kinds = array(
    ranked.map(({ kind }) => kind),
    "int",
  );
  const scores = `{${ranked.map(({ score }) => score).join(",")}}`;
  const rows = await db.execute<Row>(sql`
    select hit.score, ${summaryOf(sql`hit.kind`, sql`hit.entity_id`, include_adult)} as summary
    from unnest(${ids}, ${kinds}, ${scores}::float8[]) with ordinality
      as hit(entity_id, kind, score, place) order by hit.place`);
  return resultsOf(rows);
}
