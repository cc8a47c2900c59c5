import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { collections, episodes, person_counts, title_totals } from "~/db/schema";
import { only } from "~/db/sql";

/** How much the catalog has; adult titles and people are left out, as in lists. */
export type Counts = {
  movies: number;
  series: number;
  episodes: number;
  people: number;
  collections: number;
};

/** With more episodes than this, PostgreSQL's estimate is used, because counting takes too long. */
const countedEpisodes = 200_000;

const titles = (kind: "movie" | "series") => sql`(
  select coalesce(sum(n), 0)::int from ${title_totals}
  where kind = ${sql.raw(`'${kind}'`)} and genre = -1 and not adult)`;

/** Reads the counts in one statement, from the counters that triggers keep where there are some. */
export async function readCounts(db: Db): Promise<Counts> {
  const rows = await db.execute<Counts>(sql`
    select ${titles("movie")} as movies, ${titles("series")} as series,
      (select case when reltuples > ${sql.raw(String(countedEpisodes))} then reltuples::int
        else (select count(*)::int from ${episodes}) end
       from pg_class where oid = 'episodes'::regclass) as episodes,
      (select coalesce(sum(n), 0)::int from ${person_counts} where not adult) as people,
      (select count(*)::int from ${collections} where removed_at is null) as collections`);
  return only(rows);
}

/** Keeps the result of `read` for `seconds`; calls meanwhile share it. A failure is not kept. */
export function cachedFor<T>(
  seconds: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | undefined;
  return () => {
    if (kept !== undefined && now() < kept.until) return kept.value;
    const value = read();
    const entry = { until: now() + 1_000 * seconds, value };
    kept = entry;
    value.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return value;
  };
}
