import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

const accounts = ["facebook", "instagram", "twitter", "tiktok", "youtube"];
const named = ["imdb", "tvdb", "wikidata", ...accounts];

const others = (table: string, kind: string) =>
  named
    .map((source) => {
      const value = `external_ids ->> '${source}'`;
      const spelled = accounts.includes(source) ? `lower(${value})` : value;
      return `select '${source}', ${spelled}, '${kind}', id from ${table} where external_ids ? '${source}'`;
    })
    .join(" union all ");

const numbers = (table: string, kind: string) =>
  `select 'tmdb', external_id::text, ${kind}, id from ${table} where external_id is not null`;

const recount = [
  numbers("titles", "kind::text"),
  numbers("seasons", "'season'"),
  numbers("episodes", "'episode'"),
  numbers("people", "'person'"),
  numbers("collections", "'collection'"),
  numbers("keywords", "'keyword'"),
  "select case company_type when 'network' then 'tmdb_network' else 'tmdb' end, external_id::text, 'company', id from companies",
  others("movies", "movie"),
  others("series", "series"),
  others("people", "person"),
].join(" union all ");

/** What is stored and should not be, or should be and is not; and how many rows there are. */
export async function deviations(db: Db): Promise<{ rows: number; wrong: unknown[] }> {
  const stored = "select source::text, value, kind::text, entity_id from external_refs";
  const wrong = await db.execute(
    sql.raw(
      `((${recount}) except all (${stored})) union all ((${stored}) except all (${recount}))`,
    ),
  );
  const [count] = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from external_refs`,
  );
  return { rows: count?.n ?? 0, wrong: [...wrong] };
}
