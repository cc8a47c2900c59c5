import { existsSync } from "node:fs";
import { join } from "node:path";
import { type SQLWrapper, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import type { Row } from "~/db/recordset";
import { refreshAllNames } from "~/search/names";
import type { Judged } from "./judged";

const shared = join(import.meta.dir, "../../../shared");
const bulk = join(shared, "provider/bulk");
const queries = join(shared, "search/queries-dev.ndjson");

/** Whether the provider's bulk data and its queries are in the folder beside this repository. */
export const hasBulk = (): boolean =>
  existsSync(join(bulk, "movies.ndjson.gz")) && existsSync(queries);

/** The queries for the bulk data, by class. */
export async function bulkQueries(): Promise<Judged[]> {
  return lines(await Bun.file(queries).text());
}

const lines = <T>(text: string): T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

async function read<T>(name: string): Promise<T[]> {
  const zipped = await Bun.file(join(bulk, `${name}.ndjson.gz`)).bytes();
  return lines(new TextDecoder().decode(Bun.gunzipSync(zipped)));
}

type Named = { id: number; name: string };
type Alternate = { iso_3166_1?: string; title: string };
type Title = {
  id: number;
  popularity?: number;
  vote_count?: number;
  alternative_titles?: Alternate[];
  production_companies?: Named[];
};
type Movie = Title & {
  title: string;
  original_title?: string;
  release_date?: string;
  adult?: boolean;
  belongs_to_collection?: { id: number };
};
type Series = Title & { name: string; original_name?: string; first_air_date?: string };
type Indexed = { id: number; name: string; year: number | null; popularity?: number };
type Person = Named & { original_name?: string; popularity?: number };

/** Fills an empty catalog with the names of the bulk data and indexes them for search. */
export async function loadBulk(db: Db): Promise<void> {
  const collections = await loadNamed(db, "collections", await read<Named>("collections"));
  const companies = await loadNamed(db, "companies", await read<Named>("companies"));
  await loadPeople(db, await read<Person>("people"));
  await loadTitles(db, "movie", await read<Movie>("movies"), companies, collections);
  await loadTitles(db, "series", await allSeries(), companies, collections);
  await db.execute(sql`analyze`);
  await refreshAllNames(db);
  await db.execute(sql`analyze search_name`);
  await db.execute(sql`analyze search_word`);
}

type Ids = ReadonlyMap<number, string>;

/** Inserts in batches, so that no parameter exceeds a few megabytes; columns as PostgreSQL declares them. */
export async function insert(
  db: Db,
  into: SQLWrapper,
  columns: string,
  rows: readonly Row[],
): Promise<void> {
  const names = columns.split(", ").map((column) => column.split(" ")[0] ?? "");
  for (let start = 0; start < rows.length; start += 5_000) {
    const batch = JSON.stringify(rows.slice(start, start + 5_000));
    await db.execute(sql`
      insert into ${into} (${sql.raw(names.join(", "))}) select ${sql.raw(names.join(", "))}
      from jsonb_to_recordset(${batch}::text::jsonb) as rows(${sql.raw(columns)}) on conflict do nothing`);
  }
}

async function loadNamed(db: Db, table: "collections" | "companies", all: Named[]): Promise<Ids> {
  const rows = all.map(({ id, name }) => ({
    id: uuidv7(),
    external_id: id,
    name,
    company_type: "production_company",
  }));
  const type = table === "companies" ? ", company_type company_type" : "";
  await insert(db, sql.identifier(table), `id uuid, external_id int, name text${type}`, rows);
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

async function loadPeople(db: Db, people: Person[]): Promise<void> {
  const rows = people.map(({ id, name, original_name, popularity }) => ({
    id: uuidv7(),
    external_id: id,
    name,
    popularity,
    also_known_as: original_name === undefined || original_name === name ? null : [original_name],
  }));
  const columns = "id uuid, external_id int, name text, popularity float8, also_known_as text[]";
  await insert(db, sql`people`, columns, rows);
}

/**
 * All series of the provider. Most have only a popularity; their number of votes is estimated by a log-log
 * fit to the series that have both.
 */
async function allSeries(): Promise<
  (Title & { title: string; original_title?: string; date?: string })[]
> {
  const detailed = new Map((await read<Series>("tv_series")).map((series) => [series.id, series]));
  const index = await read<Indexed>("tv_index");
  const votesOf = fit(
    index.flatMap(({ id, popularity }) => {
      const votes = detailed.get(id)?.vote_count;
      return votes && popularity ? [[Math.log1p(popularity), Math.log1p(votes)] as const] : [];
    }),
  );
  const named = index.map(({ id, name, year, popularity = 0 }) => {
    const known = detailed.get(id);
    detailed.delete(id);
    return {
      ...known,
      id,
      popularity,
      title: known?.name ?? name,
      original_title: known?.original_name,
      date: known?.first_air_date ?? (year ? `${year}-01-01` : undefined),
      vote_count: known?.vote_count || Math.round(Math.expm1(votesOf(Math.log1p(popularity)))),
    };
  });
  const others = [...detailed.values()].map((series) => ({
    ...series,
    title: series.name,
    original_title: series.original_name,
    date: series.first_air_date,
  }));
  return [...named, ...others] as (Title & { title: string })[];
}

/** The least-squares line through points; never below 0. */
function fit(points: readonly (readonly [number, number])[]): (x: number) => number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x0 = mean(points.map(([x]) => x));
  const y0 = mean(points.map(([, y]) => y));
  const slope =
    mean(points.map(([x, y]) => (x - x0) * (y - y0))) / mean(points.map(([x]) => (x - x0) ** 2));
  return (x) => Math.max(0, y0 + slope * (x - x0));
}

type Loaded = Title & {
  title: string;
  original_title?: string;
  release_date?: string;
  date?: string;
  adult?: boolean;
  belongs_to_collection?: { id: number };
};

async function loadTitles(
  db: Db,
  kind: "movie" | "series",
  titles: readonly Loaded[],
  companies: Ids,
  collections: Ids,
): Promise<void> {
  const rows = titles.map((title) => ({
    kind,
    id: uuidv7(),
    external_id: title.id,
    title: title.title,
    original_title: title.original_title,
    date: title.release_date ?? title.date,
    popularity: title.popularity,
    vote_count: title.vote_count,
    adult: title.adult ?? false,
    collection_id: collections.get(title.belongs_to_collection?.id ?? 0),
  }));
  await insert(db, sql`titles`, "id uuid, kind title_kind, external_id int", rows);
  const [table, date] =
    kind === "movie" ? ["movies", "release_date"] : ["series", "first_air_date"];
  const columns = `id uuid, title text, original_title text, ${date} date, popularity float8, vote_count int, adult boolean`;
  await insert(
    db,
    sql.identifier(table),
    kind === "movie" ? `${columns}, collection_id uuid` : columns,
    rows.map((row) => ({ ...row, [date]: row.date })),
  );
  const ids = new Map(rows.map((row) => [row.external_id, row.id]));
  await insert(
    db,
    sql`alternate_titles`,
    "title_id uuid, position int, title text",
    titles.flatMap(({ id, alternative_titles = [] }) =>
      alternative_titles.map(({ title }, position) => ({ title_id: ids.get(id), position, title })),
    ),
  );
  await insert(
    db,
    sql`title_companies`,
    "title_id uuid, company_id uuid, position smallint",
    titles.flatMap(({ id, production_companies = [] }) =>
      production_companies.flatMap((company, position) => {
        const company_id = companies.get(company.id);
        return company_id === undefined ? [] : [{ title_id: ids.get(id), company_id, position }];
      }),
    ),
  );
}
