import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { publicId } from "~/db/sql";
import { measureRequests, type Requests, requestColumns } from "../http/requests";
import type { Bench, Part, Row } from "../part";

/** The most that a page of 20 in other languages may cost, in plain pages. */
const MOST_PAGES = 2;

const tags = [
  ...["fr-FR", "fr-CA", "de-DE", "es-ES", "es-MX", "it-IT", "pt-PT", "pt-BR", "zh-CN", "zh-TW"],
  ...["ja-JP", "ko-KR", "nl-NL", "pl-PL", "ru-RU", "sv-SE", "tr-TR", "uk-UA", "en-US", "hu-HU"],
];

/** Gives the most popular movies translations in 20 tags and 60 posters, as well-known movies have. */
async function translate(db: Db): Promise<void> {
  const list = sql.raw(`'{${tags.join(",")}}'::text[]`);
  const popular = sql`(select id from movies order by popularity desc nulls last limit 2000) movie`;
  await db.execute(sql`
    insert into translations (owner_kind, owner_id, language, country, title, overview)
    select 'movie', id, left(tag, 2), right(tag, 2), 'Titre ' || tag, repeat(md5(tag) || ' ', 10)
    from ${popular}, unnest(${list}) tag on conflict do nothing`);
  await db.execute(sql`
    insert into artwork (id, owner_kind, owner_id, type, file_path, language, vote_average, vote_count, position)
    select uuidv7(), 'movie', id, 'poster', '/' || md5(id::text || tag || n) || '.jpg', left(tag, 2), n, n, n
    from ${popular}, unnest(${list}) tag, generate_series(1, 3) n on conflict do nothing`);
  await db.execute(sql`analyze translations, artwork`);
}

async function requests(db: Db, api: string, pid: number): Promise<Requests[]> {
  const movies = await db.execute<{ id: string }>(sql`
    select ${publicId("movie", sql`id`)} as id from movies order by popularity desc nulls last limit 50`);
  const at = (name: string, paths: string[], query: string): Requests => ({
    name,
    urls: paths.map((path) => `${api}${path}${query}`),
    pid,
  });
  const details = movies.map(({ id }) => `/movies/${id}`);
  return [
    at("page of 20", ["/movies"], ""),
    at("page of 20, one language", ["/movies"], "?language=fr"),
    at("page of 20, five languages", ["/movies"], "?language=fr-CA,de,es,it,pt"),
    at("movie", details, ""),
    at("movie, one language", details, "?language=fr"),
  ];
}

async function run(bench: Bench): Promise<Row[]> {
  const catalog = await bench.catalog();
  await translate(catalog.db);
  const { url, pid } = catalog.cold;
  const rows = await measureRequests(
    bench,
    catalog,
    await requests(catalog.db, `${url}/api/v1`, pid),
  );
  const page = rows[0]?.figures.p50_ms?.median ?? Number.NaN;
  return rows.map((row) => {
    const pages = (row.figures.p50_ms?.median ?? Number.NaN) / page;
    const isLate = row.name.startsWith("page of 20,") && !bench.smoke && pages > MOST_PAGES;
    return isLate ? { ...row, broken: `costs ${pages.toFixed(1)} plain pages` } : row;
  });
}

/** What reading in other languages costs, beside the plain answers. */
export const languages: Part = {
  name: "languages",
  about: "pages and records in other languages",
  sized: true,
  columns: requestColumns,
  run,
};
