import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { publicIdText } from "~/db/sql";
import type { Catalog } from "../catalog/catalog";
import { measureRequests, type Requests, requestColumns } from "../http/requests";
import type { Bench, Part, Row } from "../part";

/** Records that are read, spread over the catalog. */
const RECORDS = 100;

/** What the answer to a reference may cost, in answers to the public id. */
const MOST_BY_REFERENCE = 1.25;

/** What a hundred summaries may cost, as a part of as many single answers, and in pages of 50 movies. */
const MOST_OF_SINGLES = 0.05;
const MOST_PAGES = 4;

const names = {
  single: "a movie by its public id",
  reference: "a movie by a reference",
  page: "page of 50 movies",
  summaries: "100 summaries by public ids",
  references: "100 summaries by references",
  details: "50 details by references",
  found: "what carries an id",
};

type Movie = { id: string; external_id: number };

/** Movies all over the catalog, whose numbers are known as references. */
async function sample(db: Db): Promise<Movie[]> {
  const [known] = await db.execute<{ is_kept: boolean }>(sql`
    select exists (select from external_refs) as is_kept`);
  if (known?.is_kept !== true) await db.execute(sql`select recount_external_refs()`);
  await db.execute(sql`analyze external_refs`);
  const rows = await db.execute<Movie>(sql`
    select id, external_id from titles where kind = 'movie' order by md5(id::text) limit ${RECORDS}`);
  return [...rows];
}

async function requests({ db, cold }: Catalog): Promise<Requests[]> {
  const movies = await sample(db);
  const ids = movies.map(({ id }) => publicIdText("movie", id));
  const numbers = movies.map(({ external_id }) => `tmdb:${external_id}`);
  const refs = numbers.map((number) => `movie/${number}`);
  const at = (name: string, paths: readonly string[], json?: object): Requests => ({
    name,
    urls: paths.map((path) => `${cold.url}/api/v1${path}`),
    pid: cold.pid,
    ...(json && { json: JSON.stringify(json) }),
  });
  return [
    at(
      names.single,
      ids.map((id) => `/movies/${id}`),
    ),
    at(
      names.reference,
      numbers.map((number) => `/movies/${number}`),
    ),
    at(names.page, ["/movies?page_size=50"]),
    at(names.summaries, ["/entities"], { refs: ids }),
    at(names.references, ["/entities"], { refs }),
    at(names.details, ["/entities"], { refs: refs.slice(0, 50), view: "detail" }),
    at(
      names.found,
      numbers.map((number) => `/find/${number.replace(":", "/")}`),
    ),
  ];
}

async function run(bench: Bench): Promise<Row[]> {
  const catalog = await bench.catalog();
  const rows = await measureRequests(bench, catalog, await requests(catalog));
  const p50 = (name: string): number =>
    rows.find((row) => row.name === name)?.figures.p50_ms?.median ?? Number.NaN;
  const brokenBy = (name: string): string | undefined => {
    const [one, pages] = [p50(name) / p50(names.single), p50(name) / p50(names.page)];
    if (name === names.reference && one > MOST_BY_REFERENCE) {
      return `costs ${one.toFixed(2)} answers to a public id`;
    }
    if (name !== names.summaries && name !== names.references) return undefined;
    if (one > MOST_OF_SINGLES * RECORDS) return `costs ${one.toFixed(1)} of 100 single answers`;
    return pages > MOST_PAGES ? `costs ${pages.toFixed(1)} pages of 50 movies` : undefined;
  };
  return rows.map((row) => {
    const broken = bench.smoke ? undefined : brokenBy(row.name);
    return broken === undefined ? row : { ...row, broken };
  });
}

/** What references and batches cost, beside single answers and pages. */
export const references: Part = {
  name: "references",
  about: "records by ids of other databases, and many in one request",
  sized: true,
  columns: requestColumns,
  run,
};
