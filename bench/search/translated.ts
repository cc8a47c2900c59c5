import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { refreshAllNames } from "~/search/names";
import { openScratch } from "../scratch";
import { bulkQueries, hasBulk, loadBulk } from "./bulk";
import { judge, percentile, success, type Verdict } from "./judged";
import { providerNames } from "./names";

/**
 * `bun bench/search/translated.ts`: what translations cost the search. Among the names of the bulk data, then with
 * a title in other languages for every title, the more the better it is known: from two for one that nobody voted
 * for to 14 for the best known. The bulk data has none, so they are titles of other records with their words
 * turned round, which no query looks for: right answers stay right, and the index grows as with real ones.
 */
const kinds = ["movie", "series", "person", "collection", "company"] as const;

async function translate(db: Db): Promise<void> {
  for (const [kind, table] of [
    ["movie", "movies"],
    ["series", "series"],
  ]) {
    await db.execute(sql`
      with numbered as materialized (
        select id, title, 2 + round(1.1 * ln(1 + coalesce(vote_count, 0)))::int as count,
          row_number() over (order by id) as place, count(*) over () as total
        from ${sql.identifier(table ?? "")}
      )
      insert into translations (owner_kind, owner_id, language, country, title)
      select ${kind}::translated_kind, one.id, chr(97 + n % 26) || chr(97 + n / 26), '',
        (select string_agg(word, ' ' order by at desc) from unnest(string_to_array(other.title, ' ')) with ordinality w(word, at))
      from numbered one cross join lateral generate_series(1, one.count) n
        join numbered other on other.place = 1 + (one.place * 31 + n * 7919) % one.total`);
  }
  await refreshAllNames(db);
  await db.execute(sql`vacuum analyze search_name`);
  await db.execute(sql`vacuum analyze search_word`);
}

async function measured(db: Db): Promise<{ names: number; mb: number }> {
  const [row] = await db.execute<{ names: number; mb: number }>(sql`
    select count(*)::int as names,
      (pg_total_relation_size('search_name') + pg_total_relation_size('search_word')) / 1e6::float8 as mb from search_name`);
  return row ?? { names: 0, mb: 0 };
}

function print(label: string, { names, mb }: { names: number; mb: number }, all: Verdict[]): void {
  const times = [0.5, 0.99].map((share) => percentile(all, share).toFixed(1)).join(" / ");
  const found = [1, 5].map((most) => success(all, most).toFixed(1)).join(" / ");
  console.log(
    `${label}: ${names} names, ${mb.toFixed(0)} MB; s@1 / s@5 ${found}; p50 / p99 ${times} ms`,
  );
}

if (!hasBulk()) throw new Error("The bulk data is not beside this repository.");
await using scratch = await openScratch("bench_search_translated", { keep: false });
const { db } = scratch;
await loadBulk(db);
const queries = await bulkQueries();
const names = await providerNames(db);
for (const label of ["without translations", "with translations"]) {
  if (label === "with translations") await translate(db);
  await judge(db, queries.slice(0, 50), names, kinds);
  const size = await measured(db);
  for (let round = 0; round < 2; round += 1) {
    print(label, size, await judge(db, queries, names, kinds));
  }
}
