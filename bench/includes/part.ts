import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { publicId } from "~/db/sql";
import type { Catalog } from "../catalog/catalog";
import { measureRequests, type Requests, requestColumns } from "../http/requests";
import type { Bench, Part, Row } from "../part";

/** What a page of 50 may cost with one include and with all, in plain pages. */
const MOST_WITH_ONE = 2;
const MOST_WITH_ALL = 6;

/** What a movie with three parts may cost, in the four single requests: time in sequence, and time of PostgreSQL. */
const MOST_OF_SEQUENCE = 0.5;
const MOST_OF_DATABASE = 1.1;

const singles = ["movie", "credits of a movie", "images of a movie", "videos of a movie"];
const together = "movie with these three";
const page = "page of 50";
const one = ["external_ids", "top_credits", "watch_providers", "keywords"];
const withAll = "page of 50, all four";

/** Gives the most popular movies 60 images, 10 videos and 30 offers, as well-known movies have. */
async function furnish(db: Db): Promise<void> {
  const popular = sql`(select id from movies order by popularity desc nulls last limit 200) movie`;
  await db.execute(sql`
    insert into artwork (id, owner_kind, owner_id, type, file_path, language, vote_average, vote_count, position)
    select uuidv7(), 'movie', id, type::artwork_type, '/' || md5(id::text || type || n) || '.jpg', 'en', 5, n, n
    from ${popular}, unnest('{poster,backdrop,logo}'::text[]) type, generate_series(1, 20) n`);
  await db.execute(sql`
    insert into videos (id, title_id, external_id, site, key, name, type, position)
    select uuidv7(), id, id::text || n, 'YouTube', 'key' || n, 'Trailer ' || n, 'Trailer', n
    from ${popular}, generate_series(1, 10) n`);
  await db.execute(sql`
    insert into watch_providers (id, external_id, name)
    select uuidv7(), n, 'Provider ' || n from generate_series(1, 10) n on conflict do nothing`);
  await db.execute(sql`
    insert into offerings (title_id, country, monetization, watch_provider_id)
    select movie.id, country, 'rent', provider.id
    from ${popular}, unnest('{CA,FR,US}'::text[]) country, (select id from watch_providers limit 10) provider
    on conflict do nothing`);
  await db.execute(sql`analyze artwork, videos, offerings`);
}

async function requests({ db, cold }: Catalog): Promise<Requests[]> {
  const movies = await db.execute<{ id: string }>(sql`
    select ${publicId("movie", sql`id`)} as id from movies order by popularity desc nulls last limit 100`);
  const at = (name: string, paths: readonly string[]): Requests => ({
    name,
    urls: paths.map((path) => `${cold.url}/api/v1${path}`),
    pid: cold.pid,
  });
  const each = (end: string) => movies.map(({ id }) => `/movies/${id}${end}`);
  const list = "/movies?page_size=50";
  const ends = ["", "/credits", "/images", "/videos"];
  return [
    ...singles.map((name, n) => at(name, each(ends[n] ?? ""))),
    at(together, each("?include=credits,images,videos")),
    at(page, [list]),
    ...one.map((name) => at(`${page}, ${name}`, [`${list}&include=${name}&country=CA`])),
    at(withAll, [`${list}&include=${one.join()}&country=CA`]),
  ];
}

async function run(bench: Bench): Promise<Row[]> {
  const catalog = await bench.catalog();
  await furnish(catalog.db);
  const rows = await measureRequests(bench, catalog, await requests(catalog));
  const median = (name: string, figure: string): number =>
    rows.find((row) => row.name === name)?.figures[figure]?.median ?? Number.NaN;
  const sum = (figure: string) => singles.reduce((all, name) => all + median(name, figure), 0);
  const brokenBy = (name: string): string | undefined => {
    const pages = median(name, "p50_ms") / median(page, "p50_ms");
    if (name === withAll && pages > MOST_WITH_ALL) return `costs ${pages.toFixed(1)} plain pages`;
    if (name !== withAll && name.startsWith(`${page},`) && pages > MOST_WITH_ONE) {
      return `costs ${pages.toFixed(1)} plain pages`;
    }
    if (name !== together) return undefined;
    const [wall, database] = ["p50_ms", "postgres_us"].map(
      (each) => median(name, each) / sum(each),
    );
    const isBroken = Number(wall) > MOST_OF_SEQUENCE || Number(database) > MOST_OF_DATABASE;
    return isBroken
      ? `takes ${wall?.toFixed(2)} of the four requests, and ${database?.toFixed(2)} of their time in PostgreSQL`
      : undefined;
  };
  return rows.map((row) => {
    const broken = bench.smoke ? undefined : brokenBy(row.name);
    return broken === undefined ? row : { ...row, broken };
  });
}

/** What included parts cost, beside the single requests that they spare. */
export const includes: Part = {
  name: "includes",
  about: "records and pages with what they include, beside the single requests",
  sized: true,
  columns: requestColumns,
  run,
};
