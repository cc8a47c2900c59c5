import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { refreshNames } from "~/search/names";
import { searchRoutes } from "~/search/routes";
import { testService } from "../support/service";

export type Result = { id: string; kind: string; title?: string; name?: string; score: number };
export type SearchResponse = {
  page: number;
  page_size: number;
  total_results: number;
  total_pages: number;
  query: string;
  results: Result[];
};

type Movie = {
  title: string;
  original_title?: string;
  alternates?: string[];
  year?: number;
  votes?: number;
  popularity?: number;
  adult?: boolean;
};
type Person = { name: string; also_known_as?: string[]; popularity?: number; adult?: boolean };

/** A new, empty catalog and a service with the search route only. */
export async function searchedCatalog() {
  const service = await testService({ routes: ({ db }) => searchRoutes({ db }) });
  const { db } = service;

  /** The response to GET /search with a raw query string. */
  async function raw(query: string): Promise<{ status: number; body: unknown }> {
    const { status, body } = await service.get(`/search?${query}`);
    return { status, body };
  }

  /** The response to a search; throws unless it is 200. */
  async function search(
    query: string,
    others: Record<string, string> = {},
  ): Promise<SearchResponse> {
    const { status, body } = await raw(String(new URLSearchParams({ query, ...others })));
    if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
    return body as SearchResponse;
  }

  /** The titles and names in the response, best first. */
  const names = async (query: string, others: Record<string, string> = {}): Promise<string[]> =>
    (await search(query, others)).results.map(({ title, name }) => title ?? name ?? "");

  return {
    ...service,
    raw,
    search,
    names,
    addMovie: (movie: Movie) => addTitle(db, "movie", movie),
    addSeries: (series: Movie) => addTitle(db, "series", series),
    addPerson: (person: Person) => addPerson(db, person),
    addNamed: (table: Named, name: string) => addNamed(db, table, name),
  };
}
export type SearchedCatalog = Awaited<ReturnType<typeof searchedCatalog>>;

let last = 0;
const nextId = () => {
  last += 1;
  return last;
};

async function addTitle(db: Db, kind: "movie" | "series", given: Movie): Promise<string> {
  const { title, original_title = null, alternates = [], year, votes = 0 } = given;
  const { popularity = null, adult = false } = given;
  const id = uuidv7();
  await db.execute(sql`
    insert into titles (id, kind, external_id) values (${id}, ${kind}, ${nextId()})`);
  const [table, date] =
    kind === "movie" ? ["movies", "release_date"] : ["series", "first_air_date"];
  await db.execute(sql`
    insert into ${sql.identifier(table ?? "")}
      (id, title, original_title, ${sql.identifier(date ?? "")}, vote_count, popularity, adult)
    values (${id}, ${title}, ${original_title}, ${year ? `${year}-06-01` : null}, ${votes},
      ${popularity}, ${adult})`);
  for (const [position, alternate] of alternates.entries()) {
    await db.execute(sql`
      insert into alternate_titles (title_id, position, title) values (${id}, ${position}, ${alternate})`);
  }
  await refreshNames(db, [id]);
  return id;
}

async function addPerson(db: Db, given: Person): Promise<string> {
  const { name, also_known_as = [], popularity = null, adult = false } = given;
  const id = uuidv7();
  await db.execute(sql`
    insert into people (id, external_id, name, also_known_as, popularity, adult)
    values (${id}, ${nextId()}, ${name},
      array(select jsonb_array_elements_text(${JSON.stringify(also_known_as)}::text::jsonb)),
      ${popularity}, ${adult})`);
  await refreshNames(db, [id]);
  return id;
}

type Named = "collections" | "companies" | "keywords";

async function addNamed(db: Db, table: Named, name: string): Promise<string> {
  const id = uuidv7();
  const type = table === "companies" ? sql`, 'production_company'` : sql``;
  await db.execute(sql`
    insert into ${sql.identifier(table)}
      (id, external_id, name${table === "companies" ? sql`, company_type` : sql``})
    values (${id}, ${nextId()}, ${name}${type})`);
  await refreshNames(db, [id]);
  return id;
}
