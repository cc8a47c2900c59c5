/** The parts of a list, each with starts of its own: what a filter leaves of it. */

import { type SQL, sql } from "drizzle-orm";
import { genres } from "~/vocabulary";
import type { Listed } from "./lists";

/** Which records are listed: without adult ones or not, of one genre by its place in the fixed set, of one year. */
type Filter = { adult: boolean; genre?: number | undefined; year?: number | undefined };

/** The name of a part. Adult titles of one genre or year are in no part: nothing is stored under that name. */
export function partName({ adult, genre, year }: Filter): string {
  if (genre === undefined && year === undefined) return adult ? "all" : "visible";
  const one = genre === undefined ? `year ${year}` : `genre ${genre}`;
  return adult ? `adult ${one}` : one;
}

type Part = { name: string; where: SQL };

const always: Part[] = [
  { name: "all", where: sql`true` },
  { name: "visible", where: sql`not adult` },
];
const ofGenres: Part[] = genres.map((_, place) => ({
  name: partName({ adult: false, genre: place }),
  where: sql`not adult and genre_mask & ${sql.raw(String(1 << place))} <> 0`,
}));

/**
 * Adds up, as rows of `part`, `block` and `n`, the numbers `n` of rows that have a block and the facets of
 * their table.
 */
export function countedByPart({ facets }: Listed, rows: SQL): SQL {
  const titles = "genre_mask" in facets;
  const parts = titles ? [...always, ...ofGenres] : always;
  const sums = parts.map(
    ({ where }, i) => sql`sum(n) filter (where ${where}) as ${sql.identifier(`n${i}`)}`,
  );
  const named = parts.map(
    ({ name }, i) => sql`(${sql.raw(`'${name}'`)}, ${sql.identifier(`n${i}`)})`,
  );
  const fixed = sql`select part, block, u.n::int
    from (select block, ${sql.join(sums, sql`, `)} from ${rows} group by block) summed
    cross join lateral (values ${sql.join(named, sql`, `)}) u (part, n) where u.n is not null`;
  if (!titles) return sql`(${fixed})`;
  return sql`(${fixed} union all
    select 'year ' || year, block, sum(n)::int from ${rows} where not adult and year is not null group by year, block)`;
}
