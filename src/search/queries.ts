import { type SQL, sql } from "drizzle-orm";
import { inLanguages, languageValues } from "~/catalog/language/collect";
import { localizedRows } from "~/catalog/language/statement";
import type { Db } from "~/db/client";
import { sqlState } from "~/db/failure";
import { within } from "~/db/limited";
import { array, only } from "~/db/sql";
import type { JsonSlice } from "~/http/request/page";
import { isAllowed, kindNumbers } from "./filters";
import { fieldsFound } from "./includes";
import type { Hit, SecondarySearch } from "./index/secondary-search";
import { MAX_HITS } from "./index/settings";
import type { SearchQuery, SearchResult } from "./model";
import { findCarriers, type Ranked, referenceIn } from "./references";
import { summaryOf } from "./summaries";

const TIMEOUT_MS = 800;
const QUERY_CANCELED = "57014";

/** With a hit of this score or better there is no secondary search: its hits could only be worse. */
const GOOD_SCORE = 0.75;

/** One page of hits as JSON, and the score of the first, 0 if there is none. */
type Found = JsonSlice<SearchResult> & { best: number };

/**
 * One page of hits, best first, and the total: entities whose name equals the text, begins with it,
 * contains its words or is similar to it (the function search_catalog in the migrations has the steps). What
 * carries the id that the text is comes first.
 * A search that takes longer than 0.8 s returns exact names and prefixes only. Where PostgreSQL has no
 * good hit, those of the secondary search follow, if there is one and it responds.
 */
export async function search(
  db: Db,
  query: SearchQuery,
  secondary?: SecondarySearch,
): Promise<JsonSlice<SearchResult>> {
  const reference = referenceIn(query.query);
  const carriers = reference === undefined ? [] : await findCarriers(db, reference, query);
  if (carriers.length > 0) return searchAfter(db, query, carriers);
  if (secondary === undefined) return searchPostgres(db, query);
  if (query.page > 1) return searchBoth(db, query, secondary);
  const page = await searchPostgres(db, query);
  return page.best >= GOOD_SCORE ? page : searchBoth(db, query, secondary, page);
}

/** Runs a search with a time limit; when that is exceeded, runs it again in its quick form. */
async function withTimeout<T>(run: (isQuick: boolean) => Promise<T>): Promise<T> {
  try {
    return await run(false);
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    return run(true);
  }
}

/** Ends a search. The quick form is not cancelled before the connection's own limit. */
const limit = (isQuick: boolean): SQL => (isQuick ? sql`` : within(TIMEOUT_MS));

/** The hits in the catalog, best first, for the FROM clause of a statement. */
const catalogHits = (
  query: SearchQuery,
  limit: number,
  offset: number,
  isQuick: boolean,
): SQL => sql`
  search_catalog(${query.query}, ${kindNumbers(query)}, ${query.year ?? null}::int,
    ${query.include_adult === "true"}::boolean, ${limit}::int, ${offset}::int,
    ${isQuick}::boolean) with ordinality as hit(entity_id, kind, score, total, place)`;

/**
 * The results of hits as one JSON array: summaries, each with its score and what is included at the end. Hits that are not in
 * the catalog are left out. `hits` has the columns kind, entity_id, score and place.
 */
function resultsOf(hits: SQL, query: SearchQuery): SQL {
  const [kind, id] = [sql`hit.kind`, sql`hit.entity_id`];
  const includes = query.include !== undefined;
  const included = includes ? sql`, ${fieldsFound(kind, id, query)} as included` : sql``;
  return sql`
  select coalesce(max(score), 0) as best, coalesce(max(total), 0) as total_results, '[' || coalesce(string_agg(
    left(summary, -1) || ',"score":' || score || ${includes ? sql`included || '}'` : sql`'}'`}, ',' order by place), '') || ']' as results
  from (select hit.*, (${summaryOf(kind, id, query.include_adult)})::text as summary${included}
    from ${hits}) found`;
}

/** Runs a statement of {@link resultsOf}, in the languages asked for. */
function readResults(
  db: Db,
  select: SQL,
  { language }: SearchQuery,
  end = sql``,
): Promise<Found[]> {
  if (language === undefined) return db.execute<Found>(sql`${select} ${end}`);
  const languages = sql`${languageValues(language).languages}::text[]`;
  const localized = inLanguages(select, ["results"], { languages });
  return localizedRows<"results", Found>(db, sql`${localized} ${end}`, "results", language);
}

async function searchPostgres(db: Db, query: SearchQuery): Promise<Found> {
  const { page, page_size } = query;
  const rows = await withTimeout((isQuick) => {
    const hits = catalogHits(query, page_size, (page - 1) * page_size, isQuick);
    return readResults(db, resultsOf(hits, query), query, limit(isQuick));
  });
  return only(rows);
}

/**
 * A page of the hits of both: PostgreSQL's in their order, then those that only the secondary search
 * has. Every page is cut from the whole list, so that all pages and totals agree. `page` is PostgreSQL's
 * own page, where it was searched already; it is returned when the secondary search has no hits.
 */
async function searchBoth(
  db: Db,
  query: SearchQuery,
  secondary: SecondarySearch,
  page?: Found,
): Promise<JsonSlice<SearchResult>> {
  const early = page && (await secondary(query));
  if (page !== undefined && !early?.length) return page;
  const ranked = await rankAll(db, query);
  const isGood = (ranked[0]?.score ?? 0) >= GOOD_SCORE;
  const found = isGood ? undefined : (early ?? (await secondary(query)));
  return pageOf(db, query, [...ranked, ...(await rankAdditional(db, query, ranked, found ?? []))]);
}

/** A page of these entities, and after them of PostgreSQL's other hits. */
async function searchAfter(
  db: Db,
  query: SearchQuery,
  first: readonly Ranked[],
): Promise<JsonSlice<SearchResult>> {
  const known = new Set(first.map(({ id }) => id));
  const others = (await rankAll(db, query)).filter(({ id }) => !known.has(id));
  return pageOf(db, query, [...first, ...others]);
}

/** The page of a search in all that it found. */
async function pageOf(
  db: Db,
  query: SearchQuery,
  all: readonly Ranked[],
): Promise<JsonSlice<SearchResult>> {
  const start = (query.page - 1) * query.page_size;
  const shown = await summarize(db, query, all.slice(start, start + query.page_size));
  return { ...shown, total_results: all.length };
}

/** More hits than a search in PostgreSQL can have. */
const ALL_HITS = 2_000;

async function rankAll(db: Db, query: SearchQuery): Promise<Ranked[]> {
  const rows = await withTimeout((isQuick) =>
    db.execute<Ranked>(sql`
      select hit.entity_id as id, hit.kind, hit.score from ${catalogHits(query, ALL_HITS, 0, isQuick)}
      where hit.entity_id is not null order by hit.place ${limit(isQuick)}`),
  );
  return [...rows];
}

/**
 * The hits of the secondary search that PostgreSQL does not have. Those that are not in the catalog or do
 * not pass the filters are left out, because the index may be out of date. They score below all of
 * PostgreSQL's hits and have the same order: by score, popularity and id.
 */
async function rankAdditional(
  db: Db,
  query: SearchQuery,
  ranked: readonly Ranked[],
  found: readonly Hit[],
): Promise<Ranked[]> {
  if (found.length === 0) return [];
  const known = new Set(ranked.map(({ id }) => id));
  const additional = found.filter(({ id }) => !known.has(id));
  const ceiling = Math.min(0.5, ranked.at(-1)?.score ?? 0.5);
  const scores = `{${additional.map(({ score }) => (score * ceiling).toFixed(4)).join(",")}}`;
  const ids = array(
    additional.map(({ id }) => id),
    "uuid",
  );
  const rows = await db.execute<Ranked>(sql`
    select n.entity_id as id, min(n.kind) as kind, max(f.score) as score
    from unnest(${ids}, ${scores}::float8[]) f(id, score) join search_name n on n.entity_id = f.id
    where ${isAllowed(query)}
    group by n.entity_id
    order by max(f.score) desc, max(n.popularity) desc nulls last, n.entity_id
    limit ${Math.max(0, MAX_HITS - ranked.length)}`);
  return [...rows];
}

async function summarize(
  db: Db,
  query: SearchQuery,
  ranked: readonly Ranked[],
): Promise<JsonSlice<SearchResult>> {
  if (ranked.length === 0) return { results: "[]", total_results: 0 };
  const ids = array(
    ranked.map(({ id }) => id),
    "uuid",
  );
  const kinds = array(
    ranked.map(({ kind }) => kind),
    "int",
  );
  const scores = `{${ranked.map(({ score }) => score).join(",")}}`;
  const hits = sql`(select *, 0 as total from unnest(${ids}, ${kinds}, ${scores}::float8[]) with ordinality
    as listed(entity_id, kind, score, place)) hit`;
  return only(await readResults(db, resultsOf(hits, query), query));
}
