import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { genres } from "~/vocabulary";
import { uuid } from "../catalog/ids";
import { titlesOf } from "../catalog/listing/oracle";

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
export const ids = titlesOf(["planned"], 260, 1).map(({ n }) => uuid(n));
const dates = ["1902-04-17", "1999-01-01", "1999-12-31", "2024-06-05", null];
const removals = [null, "2026-11-20T06:00:04.120Z"];
const numbers = [0, 1, 2.5, 4, 7, null];

/** A person with one of 80 external ids. */
export const writePerson = (db: Db): Promise<unknown> =>
  db.execute(sql`insert into people (id, external_id, name, popularity, adult)
      values (gen_random_uuid(), ${pick([...Array(80).keys()])}, ${pick(["Bo", "bo", "Zoë"])}, ${pick(numbers)}, ${pick([true, false, null])})
      on conflict (provider, external_id) do update set popularity = excluded.popularity, adult = excluded.adult, name = excluded.name`);

/** Random writes of movies and people, many of which tie or are null. */
const writes: ((db: Db) => Promise<unknown>)[] = [
  (db) =>
    db.execute(sql`insert into movies (id, title, release_date, popularity, vote_average, vote_count)
      values (${pick(ids)}, ${pick(["New", "new", "Élan"])}, ${pick(dates)}, ${pick(numbers)}, ${pick(numbers)}, ${pick([0, 1, 3, null])})
      on conflict (id) do update set title = excluded.title, release_date = excluded.release_date,
        popularity = excluded.popularity, vote_average = excluded.vote_average, vote_count = excluded.vote_count`),
  (db) => db.execute(sql`update movies set popularity = ${pick(numbers)} where id = ${pick(ids)}`),
  (db) =>
    db.execute(sql`update movies set popularity = popularity * 1.5
      where id in (select id from movies where id > ${pick(ids)} order by id limit 5 for update)`),
  (db) =>
    db.execute(
      sql`update movies set vote_average = ${pick(numbers)}, vote_count = ${pick([0, 1, 3, null])} where id = ${pick(ids)}`,
    ),
  (db) => db.execute(sql`update movies set adult = not adult where id = ${pick(ids)}`),
  (db) => db.execute(sql`update movies set removed_at = ${pick(removals)} where id = ${pick(ids)}`),
  (db) =>
    db.execute(
      sql`update people set removed_at = ${pick(removals)} where external_id = ${pick([...Array(80).keys()])}`,
    ),
  (db) => db.execute(sql`delete from movies where id = ${pick(ids)}`),
  (db) =>
    db.execute(sql`insert into title_genres (title_id, genre_id, position)
      values (${pick(ids)}, ${pick([genres[6], genres[3]]).id}, 0) on conflict do nothing`),
  (db) => db.execute(sql`delete from title_genres where title_id = ${pick(ids)}`),
  writePerson,
  (db) => db.execute(sql`delete from people where external_id = ${pick([...Array(80).keys()])}`),
];

const rolledBack = new Set(["40P01", "40001"]);

/** One random write, again until no deadlock ends it: writers of one title do collide here. */
export async function writeSomething(db: Db): Promise<void> {
  const write = pick(writes);
  for (;;) {
    try {
      await write(db);
      return;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      if (!rolledBack.has((cause as { code?: string }).code ?? "")) throw error;
    }
  }
}
