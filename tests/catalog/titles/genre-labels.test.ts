import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import type { Db } from "~/db/client";
import { movies, series, title_genres } from "~/db/schema";
import { genres } from "~/vocabulary";
import { backfillAgain } from "../../support/backfills";
import { testDatabase } from "../../support/database";
import { testCatalog } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenMovie, givenSeries } from "../rows";

const crime = genres[4];
const drama = genres[6];
const comedy = genres[3];

type Listed = { results: { genres: { id: string; name: string }[] }[] };

/** Replaces the genres of the n-th title, in this order. */
async function setGenres(db: Db, n: number, ids: readonly string[]): Promise<void> {
  await db.delete(title_genres).where(eq(title_genres.title_id, uuid(n)));
  const rows = ids.map((genre_id, position) => ({ title_id: uuid(n), genre_id, position }));
  if (rows.length > 0) await db.insert(title_genres).values(rows);
}

test("M31: the genres of a title follow every change of its rows, in the provider's order", async () => {
  await using catalog = await testCatalog();
  const { db } = catalog;
  await givenMovie(db, 1);
  await givenSeries(db, 2);
  const named = async (path: string) => {
    const { body } = await catalog.get<Listed>(path);
    return body.results[0]?.genres.map(({ name }) => name);
  };
  const everywhere = async () => [await named("/movies"), await named("/series")];
  expect(await everywhere()).toEqual([[], []]);

  for (const n of [1, 2]) await setGenres(db, n, [drama.id, crime.id]);
  expect(await everywhere()).toEqual([
    ["Drama", "Crime"],
    ["Drama", "Crime"],
  ]);

  // The same set in another order, and nothing else.
  await db.update(title_genres).set({ position: sql`1 - ${title_genres.position}` });
  expect(await everywhere()).toEqual([
    ["Crime", "Drama"],
    ["Crime", "Drama"],
  ]);

  await db.delete(title_genres).where(eq(title_genres.genre_id, crime.id));
  await db.insert(title_genres).values({ title_id: uuid(1), genre_id: comedy.id, position: 5 });
  expect(await everywhere()).toEqual([["Drama", "Comedy"], ["Drama"]]);
});

test("a backfill keeps the genres of titles that were stored before", async () => {
  await using database = await testDatabase();
  const { db, driver } = database;
  await givenMovie(db, 1);
  await givenSeries(db, 2);
  for (const n of [1, 2]) await setGenres(db, n, [drama.id, crime.id]);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of [movies, series]) await tx.update(table).set({ genre_labels: null });
  });
  await backfillAgain(driver, "backfill_genre_labels");
  for (const table of [movies, series]) {
    const [row] = await db.select({ labels: table.genre_labels }).from(table);
    expect(row?.labels).toContain('"Drama"');
  }
});

test("a title that was stored before its genres were kept with it shows them, and keeps them when it is next written", async () => {
  await using catalog = await testCatalog();
  const { db } = catalog;
  await givenMovie(db, 1);
  await setGenres(db, 1, [drama.id, crime.id]);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.update(movies).set({ genre_labels: null });
  });
  const stored = async () =>
    (await db.select({ labels: movies.genre_labels }).from(movies))[0]?.labels;
  const shown = async () => {
    const { body } = await catalog.get<Listed["results"][number]>(
      `/movies/${publicId("movie", 1)}`,
    );
    return JSON.stringify(body.genres);
  };
  const before = await shown();
  expect([await stored(), before]).toEqual([null, expect.stringContaining('"Drama"')]);

  await db.update(movies).set({ popularity: 3 });

  expect([await stored(), await shown()]).toEqual([before, before]);
});

test("whatever genres a title gets one after the other, what is kept is what a recount finds", async () => {
  await using catalog = await testCatalog();
  const { db } = catalog;
  await givenMovie(db, 1);
  await givenSeries(db, 2);
  const lists = fc.shuffledSubarray(genres.map(({ id }) => id));

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2), lists, async (n, ids) => {
      await setGenres(db, n, ids);
      for (const table of [movies, series]) {
        const wrong = await db
          .select({ id: table.id })
          .from(table)
          .where(sql`${table.genre_labels} is distinct from genre_labels_of(${table.id})`);
        expect(wrong).toEqual([]);
      }
      const [movie] = await db.execute<{ names: string[] }>(sql`
        select to_json(array(select label ->> 'name' from ${n === 1 ? movies : series}, json_array_elements(genre_labels::json) label)) as names`);
      const names = ids.map((id) => genres.find((genre) => genre.id === id)?.name ?? "");
      expect(movie?.names).toEqual(names);
    }),
    { numRuns: 60 },
  );
});
