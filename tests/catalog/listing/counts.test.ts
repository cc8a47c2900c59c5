import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { pendingBackfills } from "~/db/backfills";
import type { Db } from "~/db/client";
import { genres, movieStatuses } from "~/vocabulary";
import { backfillAgain } from "../../support/backfills";
import { testDatabase } from "../../support/database";
import { uuid } from "../ids";
import { keywordUuid, titlesOf } from "./oracle";
import { storeKeywords, storeTitles } from "./rows";

setDefaultTimeout(60_000);

/** What triggers keep, and the same computed from the rows; empty when they agree. */
const differences = (db: Db) =>
  db.execute<{ what: string }>(sql`
    with titles_now as (
      select 'movie'::title_kind as kind, id, year, status::text, adult, genre_mask, removed_at from movies
      union all
      select 'series', id, year, status::text, adult, genre_mask, removed_at from series
    ), masks as (
      select t.id, sum(distinct 1 << (('x' || right(g.genre_id::text, 2))::bit(8)::int - 1)) as mask
      from titles_now t join title_genres g on g.title_id = t.id group by t.id
    ), leaves as (
      select kind, -1 as genre, year, status, adult from titles_now where removed_at is null
      union all
      select t.kind, ('x' || right(g.genre_id::text, 2))::bit(8)::int - 1, year, status, adult
      from titles_now t join title_genres g on g.title_id = t.id where removed_at is null
    ), recounted as (
      select kind::text, genre, coalesce(year, 0) as year, coalesce(status, '') as status, adult, count(*)::int as n
      from leaves group by 1, 2, 3, 4, 5
    ), kept as (
      select kind::text, genre::int, year::int, status, adult, sum(n)::int from title_counts
      group by 1, 2, 3, 4, 5 having sum(n) <> 0
    ), totals_recounted as (
      select kind, genre, status, adult, sum(n)::int from recounted group by 1, 2, 3, 4
    ), totals_kept as (
      select kind::text, genre::int, status, adult, sum(n)::int from title_totals
      group by 1, 2, 3, 4 having sum(n) <> 0
    )
    select 'count' as what, wrong::text from ((table recounted except table kept) union all (table kept except table recounted)) wrong
    union all
    select 'total', wrong::text from ((table totals_recounted except table totals_kept) union all (table totals_kept except table totals_recounted)) wrong
    union all
    select 'mask', t.id::text from titles_now t left join masks using (id) where t.genre_mask <> coalesce(mask, 0)
    union all
    select 'labels', id::text from movies where genre_labels is distinct from genre_labels_of(id)
    union all
    select 'labels', id::text from series where genre_labels is distinct from genre_labels_of(id)
    union all
    select 'keyword', k.title_id::text from title_keywords k join titles_now t on t.id = k.title_id
      where (k.kind, k.year, k.status, k.genre_mask, k.adult) is distinct from (t.kind, t.year, t.status, t.genre_mask, t.adult)
    union all
    select 'titles of a keyword', wrong::text from (
      (select keyword_id, kind, count(*) from title_keywords where not adult group by 1, 2
        except select keyword_id, kind, sum(n) from keyword_counts group by 1, 2)
      union all
      (select keyword_id, kind, sum(n) from keyword_counts group by 1, 2 having sum(n) <> 0
        except select keyword_id, kind, count(*) from title_keywords where not adult group by 1, 2)
    ) wrong
    union all
    select 'records', kept.kind from (select kind, sum(n) as n from record_counts group by 1) kept
      where n <> case kind when 'keyword' then (select count(*) from keywords)
        when 'company' then (select count(*) from companies) else (select count(*) from collections where removed_at is null) end
    union all
    select 'person', wrong::text from (
      (select coalesce(known_for_department, ''), coalesce(adult, false), count(*) from people
        where removed_at is null group by 1, 2
        except select department, adult, sum(n) from person_counts group by 1, 2)
      union all
      (select department, adult, sum(n) from person_counts group by 1, 2 having sum(n) <> 0
        except select coalesce(known_for_department, ''), coalesce(adult, false), count(*) from people
        where removed_at is null group by 1, 2)
    ) wrong`);

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const dates = ["1999-05-05", "2024-02-02", null];

/** One random write of a title, alone in its transaction. */
const writes: ((db: Db, id: string) => Promise<unknown>)[] = [
  (db, id) =>
    db.execute(sql`insert into movies (id, title, release_date, status) values (${id}, 'New', ${pick(dates)}, ${pick(movieStatuses)})
      on conflict (id) do update set status = excluded.status, release_date = excluded.release_date`),
  (db, id) => db.execute(sql`update movies set popularity = random() where id = ${id}`),
  (db, id) => db.execute(sql`update movies set status = null, adult = not adult where id = ${id}`),
  (db, id) => db.execute(sql`delete from movies where id = ${id}`),
  (db, id) => db.execute(sql`delete from title_genres where title_id = ${id}`),
  (db, id) => db.execute(sql`delete from title_keywords where title_id = ${id}`),
  (db, id) =>
    db.execute(sql`insert into title_genres (title_id, genre_id, position)
      values (${id}, ${pick(genres).id}, 0), (${id}, ${genres[6].id}, 1) on conflict do nothing`),
  (db, id) =>
    db.execute(sql`insert into title_keywords (title_id, keyword_id) values (${id}, ${keywordUuid(pick([0, 1, 2]))})
      on conflict do nothing`),
  (db, id) =>
    db.execute(sql`update title_genres set genre_id = ${genres[1].id} where title_id = ${id} and genre_id = ${genres[6].id}
      and not exists (select from title_genres where title_id = ${id} and genre_id = ${genres[1].id})`),
  (db) =>
    db.execute(sql`insert into people (id, external_id, name, known_for_department, adult)
      values (gen_random_uuid(), floor(random() * 30), 'Somebody', ${pick(["Acting", "Art", null])}, ${pick([true, false, null])})
      on conflict (provider, external_id) do update set known_for_department = excluded.known_for_department`),
  (db) => db.execute(sql`delete from people where external_id = floor(random() * 30)`),
  (db, id) =>
    db.execute(
      sql`update movies set removed_at = case when removed_at is null then now() end where id = ${id}`,
    ),
  (db) =>
    db.execute(sql`update people set removed_at = case when removed_at is null then now() end
      where external_id = floor(random() * 30)`),
  (db) =>
    db.execute(sql`insert into collections (id, external_id, name) values (gen_random_uuid(), floor(random() * 9), 'kept')
      on conflict (provider, external_id) do update set removed_at = case when collections.removed_at is null then now() end`),
  (db) => db.execute(sql`delete from collections where external_id = floor(random() * 9)`),
  (db) =>
    db.execute(sql`insert into keywords (id, external_id, name)
      values (gen_random_uuid(), 100 + floor(random() * 9), 'kept') on conflict do nothing`),
  (db) => db.execute(sql`delete from keywords where external_id = 100 + floor(random() * 9)`),
  (db) =>
    db.execute(sql`insert into companies (id, external_id, company_type, name)
      values (gen_random_uuid(), floor(random() * 9), 'network', 'kept') on conflict do nothing`),
];

/** Again until it is no deadlock's victim, as ingestion does: here writers of one title do collide. */
async function repeated(transaction: () => Promise<void>): Promise<void> {
  try {
    await transaction();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if ((cause as { code?: string }).code !== "40P01") throw error;
    await repeated(transaction);
  }
}

describe("counters of titles and people", () => {
  test("equal a recount after random concurrent inserts, updates and deletes", async () => {
    await using database = await testDatabase({
      max: 8,
      lock_timeout_ms: 20_000,
      statement_timeout_ms: 20_000,
    });
    const { db } = database;
    await db.execute(sql.raw(`alter database ${database.name} set deadlock_timeout = '20ms'`));
    await storeKeywords(db);
    await storeTitles(db, "movie", titlesOf(movieStatuses, 40, 1));
    const ids = titlesOf(movieStatuses, 40, 1).map(({ n }) => uuid(n));
    const writer = async () => {
      for (let i = 0; i < 40; i += 1) {
        const id = pick(ids);
        const some = pick([[pick(writes)], [pick(writes), pick(writes), pick(writes)]]);
        await repeated(() =>
          db.transaction(async (tx) => {
            // As ingestion does: whoever writes more than once holds the title from the start.
            if (some.length > 1) {
              await tx.execute(sql`select from titles where id = ${id} for no key update`);
            }
            for (const write of some) await write(tx, id);
          }),
        );
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    expect([...(await differences(db))]).toEqual([]);
  });

  test("equal a recount after bulk writes, a truncation and a recount", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await storeKeywords(db);
    await storeTitles(db, "movie", titlesOf(movieStatuses, 200, 1));
    await storeTitles(db, "series", titlesOf(["ended", "pilot"], 100, 200_000));
    expect([...(await differences(db))]).toEqual([]);
    await db.execute(
      sql`update movies set release_date = release_date + 400, adult = coalesce(vote_count > 3, false)`,
    );
    await db.execute(sql`delete from titles where external_id % 3 = 0`);
    expect([...(await differences(db))]).toEqual([]);
    await db.execute(sql`update title_counts set n = n + 1`);
    await db.execute(sql`update title_totals set n = n + 1`);
    await db.execute(sql`update person_counts set n = n + 1`);
    await db.execute(sql`update keyword_counts set n = n + 1`);
    await db.execute(sql`update record_counts set n = n + 1`);
    await db.execute(sql`select recount_catalog()`);
    expect([...(await differences(db))]).toEqual([]);
    await db.execute(sql`truncate movies cascade`);
    expect([...(await differences(db))]).toEqual([]);
  });

  test("no writer waits for the counters of another, however many write titles alike", async () => {
    await using database = await testDatabase({ max: 12, lock_timeout_ms: 1 });
    const { db } = database;
    const added = (n: number) => sql`
      with title as (insert into titles (id, kind, external_id) values (${uuid(n)}, 'movie', ${n}) returning id)
      insert into people (id, external_id, name, known_for_department)
      select id, ${n}, 'Somebody', 'Acting' from title`;
    const movie = (n: number) => sql`
      insert into movies (id, title, release_date, status) values (${uuid(n)}, 'Same', '2024-02-02', 'released')`;
    /** Each begins when the one before has written, and ends when all have. */
    const write = async (n: number): Promise<void> => {
      if (n > 10) return;
      await db.transaction(async (tx) => {
        await tx.execute(added(n));
        await tx.execute(movie(n));
        await write(n + 1);
        await tx.execute(sql`update movies set status = 'planned' where id = ${uuid(n)}`);
      });
    };
    await write(1);
    expect([...(await differences(db))]).toEqual([]);
    const shards = await db.execute(sql`select max(shard)::int as last from title_totals`);
    expect([...shards]).toEqual([{ last: 9 }]);
  });

  test("a catalog from before the counters of keywords is counted", async () => {
    await using database = await testDatabase();
    const { db, driver } = database;
    await storeKeywords(db);
    await storeTitles(db, "movie", titlesOf(movieStatuses, 60, 1));
    await db.execute(sql`delete from keyword_counts`);
    await backfillAgain(driver, "backfill_keyword_counts");
    expect([...(await differences(db))]).toEqual([]);
    expect(await pendingBackfills(driver)).toEqual([]);
  });

  test("a change of popularity alone writes no counter", async () => {
    await using database = await testDatabase();
    const { db } = database;
    await storeKeywords(db);
    await storeTitles(db, "movie", titlesOf(movieStatuses, 20, 1));
    const versions = () =>
      db.execute(sql`select xmin::text, ctid::text from title_counts order by ctid`);
    const before = [...(await versions())];
    await db.execute(sql`update movies set popularity = 1, vote_average = 2`);
    expect([...(await versions())]).toEqual(before);
  });
});
