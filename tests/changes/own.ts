import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { only } from "~/db/sql";

/** Rows of a table that belong to a title, in the order in which answers show them, without `hidden`. */
const rows = (table: string, owner: string, order: string, hidden: string[] = []) =>
  `(select json_agg(to_jsonb(r) - '{${[owner, "position", ...hidden].join()}}'::text[] order by ${order})
    from ${table} r where r.${owner} = t.id)`;

/** The positions are shown. */
const credits = `(select json_agg(to_jsonb(r) - '{id}'::text[] order by credit_type, position, external_id)
  from credits r where r.title_id = t.id)`;

const values = (...columns: string[]) => `json_build_array(${columns.map((c) => `t.${c}`).join()})`;

const companies = `(select json_agg(company_id order by company_type, position, company_id)
  from title_companies join companies on id = company_id where title_id = t.id)`;

const artwork = `(select json_agg(to_jsonb(r) - '{id,position}'::text[] order by type,
    (type = 'poster' and file_path = t.poster_path or type = 'backdrop' and file_path = t.backdrop_path) desc, position, id)
  from artwork r where owner_id = t.id)`;

const shared = {
  audience: values("popularity", "vote_average", "vote_count"),
  external_ids: values("external_ids"),
  genres: rows("title_genres", "title_id", "position"),
  keywords:
    "(select json_agg(keyword_id order by keyword_id) from title_keywords where title_id = t.id)",
  companies,
  credits,
  artwork: `json_build_array(t.poster_path, t.backdrop_path, ${artwork})`,
  videos: rows("videos", "title_id", "position, id", ["id"]),
  offerings: `json_build_array(${rows("offerings", "title_id", "country, monetization, watch_provider_id")},
    ${rows("offering_links", "title_id", "country")})`,
  translations: `(select json_agg(to_jsonb(r) order by language, country) from translations r where owner_id = t.id)`,
  lifecycle: values("removed_at"),
};
const names = `json_build_array(${values("title", "original_title", "overview", "tagline")},
  ${rows("alternate_titles", "title_id", "position")})`;
const facts = [
  "original_language",
  "homepage",
  "status",
  "adult",
  "origin_countries",
  "spoken_languages",
];

const groups = {
  movie: {
    names,
    dates: values("release_date"),
    facts: values(...facts, "runtime", "budget", "revenue"),
    ...shared,
    collection: values("collection_id"),
    release_dates: rows("release_dates", "movie_id", "region, release_date, position"),
    recommendations: `(select json_agg(id order by position) from (
      select target.id, min(position) as position from recommendations r
      join titles target on target.kind = 'movie' and target.external_id = r.external_id
      where r.title_id = t.id group by 1) shown)`,
  },
  series: {
    names,
    dates: values("first_air_date", "last_air_date", "last_episode", "next_episode"),
    facts: `json_build_array(${values(...facts, "series_type", "in_production", "number_of_seasons", "number_of_episodes")},
      ${rows("content_ratings", "title_id", "position")})`,
    ...shared,
    seasons: `json_build_array(
      (select json_agg(json_build_array(id, title, overview, air_date) order by id) from seasons where series_id = t.id),
      (select json_agg(json_build_array(id, title, overview, air_date) order by id) from episodes where series_id = t.id))`,
  },
};

/** What a title shows of its own, by group; written without regard to how changes are noted. */
export async function ownOf(
  db: Db,
  kind: keyof typeof groups,
  external_id: number,
): Promise<Record<string, string>> {
  const table = kind === "movie" ? "movies" : "series";
  const pairs = Object.entries(groups[kind]).map(
    ([group, value]) => `'${group}', (${value})::text`,
  );
  const [row] = await db.execute<{ own: Record<string, string> }>(
    sql.raw(`select json_build_object(${pairs.join()}) as own from ${table} t
      join titles using (id) where kind = '${kind}' and external_id = ${external_id}`),
  );
  return only([row ?? { own: {} }]).own;
}
