import { sql } from "drizzle-orm";
import { listMovies } from "~/catalog/movies/queries";
import { listPeople } from "~/catalog/people/list";
import { listSeries } from "~/catalog/series/queries";
import type { Db } from "~/db/client";
import { genreId } from "../catalog/listing/oracle";

/** The orders in SQL, written out. */
export const titleOrders = {
  popularity: ["popularity desc nulls last", "popularity asc nulls last"],
  date: ["date desc nulls last", "date asc nulls last"],
  rating: [
    "vote_average desc nulls last, vote_count desc nulls last",
    "vote_average asc nulls last, vote_count asc nulls last",
  ],
  title: ["name collate name_order desc", "name collate name_order asc"],
} as const;
export const personOrders = {
  popularity: ["popularity desc nulls last", "popularity asc nulls last"],
  name: ["name collate name_order desc", "name collate name_order asc"],
} as const;

const titles = (table: string, date: string) =>
  `(select id, title as name, popularity, vote_average, vote_count, ${date} as date, adult, genre_mask, year from ${table} where removed_at is null)`;
/** The records of each table with the same names of columns. */
export const sources = {
  movies: titles("movies", "release_date"),
  series: titles("series", "first_air_date"),
  people:
    "(select id, name, popularity, coalesce(adult, false) as adult from people where removed_at is null)",
};

export const orders = {
  movies: Object.values(titleOrders).flat(),
  series: Object.values(titleOrders).flat(),
  people: Object.values(personOrders).flat(),
};
const directions = ["desc", "asc"] as const;
/** Each list and its order, as it is named in the database. */
export const lists = (["movies", "series", "people"] as const).flatMap((table) =>
  Object.entries(table === "people" ? personOrders : titleOrders).flatMap(([field, both]) =>
    both.map((order, i) => ({
      table,
      name: `${table} ${field}.${directions[i]}`,
      field,
      order,
      way: directions[i],
    })),
  ),
);

/** The conditions of the parts. */
const partWhere = (part: string): string => {
  const [kind, which] = part.split(" ");
  if (kind === "genre") return `not adult and genre_mask >> ${which} & 1 = 1`;
  if (kind === "year") return `not adult and year = ${which}`;
  return kind === "visible" ? "not adult" : "true";
};

/** Where stored starts or totals differ from the rows; the log has to be empty. */
export async function wrongStarts(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const { table, name, order } of lists) {
    const parts = await db.execute<{ part: string; starts: number[]; total: number }>(
      sql`select part, to_json(starts) as starts, total from list_starts where list = ${name} order by part`,
    );
    for (const { part, starts, total } of parts) {
      const member = sql.raw(partWhere(part));
      const [row] = await db.execute<{ starts: number[]; total: number }>(sql`
        with source as (select * from ${sql.raw(sources[table])} source),
        sorted as (
          select mark, sum(n) over (order by ${sql.raw(order)}, id, mark nulls last rows unbounded preceding) as start
          from (
            select ${sql.raw(factsOf(order))}, id, 1 as n, null::int as mark from source where ${member}
            union all select ${sql.raw(factsOf(order))}, id, 0, mark from list_marks where list = ${name}) both_)
        select (select json_agg(coalesce(start, 0)::int order by i) from list_blocks, unnest(marks) with ordinality u(mark, i)
            left join sorted using (mark) where list = ${name}) as starts,
          (select count(*)::int from source where ${member}) as total`);
      if (JSON.stringify(row) !== JSON.stringify({ starts, total })) wrong.push(`${name} ${part}`);
    }
  }
  return wrong;
}

const factsOf = (order: string) =>
  order
    .split(",")
    .map((step) => step.trim().split(" ")[0])
    .join(", ");

type Asked = {
  page: number;
  page_size: number;
  include_adult: "true" | "false";
  /** The place of a genre in the fixed set. */
  genre?: number;
  year?: number;
};

/** The ids of a page as the service reads it, and as OFFSET does. */
export async function bothWays(
  db: Db,
  { table, field, way, order }: (typeof lists)[number],
  asked: Asked,
): Promise<{ found: unknown; expected: unknown }> {
  const words = {
    popularity: "popularity",
    rating: "rating",
    title: "title",
    name: "name",
    date: table === "movies" ? "release_date" : "air_date",
  };
  const genre = asked.genre === undefined ? {} : { genre: genreId(asked.genre) };
  const filter = {
    ...asked,
    ...genre,
    sort_by: `${words[field as keyof typeof words]}.${way}`,
  } as never;
  const read = { movies: listMovies, series: listSeries, people: listPeople }[table];
  const { results, total_results } = await read(db, filter);
  const member = [
    asked.include_adult === "true" ? "true" : "not adult",
    asked.genre === undefined ? "true" : `genre_mask >> ${asked.genre} & 1 = 1`,
    asked.year === undefined ? "true" : `year = ${asked.year}`,
  ].join(" and ");
  const [row] = await db.execute<{ ids: string[]; total: number }>(sql`
    with source as materialized (select * from ${sql.raw(sources[table])} source where ${sql.raw(member)})
    select array(select id::text from source order by ${sql.raw(order)}, id
      limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size})::text as ids, (select count(*)::int from source) as total`);
  const ids = (JSON.parse(results) as { id: string }[]).map(({ id }) => id.replace(/^\w+_/, ""));
  const expected = String(row?.ids).replaceAll(/[{}-]/g, "").split(",").filter(Boolean);
  return { found: { total: total_results, ids }, expected: { total: row?.total, ids: expected } };
}
