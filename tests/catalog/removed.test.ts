import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { readCounts } from "~/catalog/counts";
import * as schema from "~/db/schema";
import { genres } from "~/vocabulary";
import { type Page, type TestCatalog, testCatalog } from "./catalog";
import { moment, publicId, stamps, uuid } from "./ids";
import { givenMovie, givenPerson, givenSeries } from "./rows";

let catalog: TestCatalog;
const drama = genres[6];
const genre = publicId("genre", 0).slice(0, 6) + drama.id.replaceAll("-", "");

/** Movies 1 and 2 and series 11 and 12, of which 2 and 12 are removed, with everything that lists are made of. */
beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  await db.insert(schema.collections).values([
    { id: uuid(31), external_id: 31, name: "Kept", ...stamps },
    { id: uuid(32), external_id: 32, name: "Gone", removed_at: moment, ...stamps },
  ]);
  const movie = { release_date: "2026-11-13", status: "released", vote_count: 9 } as const;
  for (const n of [1, 2]) await givenMovie(db, n, { ...movie, collection_id: uuid(31) });
  await givenMovie(db, 3, movie);
  for (const n of [11, 12]) await givenSeries(db, n, { first_air_date: "2026-11-13" });
  for (const n of [21, 22]) await givenPerson(db, n, `Person ${n}`);
  const all = [1, 2, 11, 12].map((n) => ({ title_id: uuid(n) }));
  await db.insert(schema.keywords).values({ id: uuid(41), external_id: 41, name: "kept" });
  await db
    .insert(schema.companies)
    .values({ id: uuid(51), external_id: 51, name: "Films", company_type: "production_company" });
  await db.insert(schema.title_keywords).values(all.map((of) => ({ ...of, keyword_id: uuid(41) })));
  await db
    .insert(schema.title_genres)
    .values(all.map((of) => ({ ...of, genre_id: drama.id, position: 0 })));
  await db
    .insert(schema.title_companies)
    .values(all.map((of) => ({ ...of, company_id: uuid(51), position: 0 })));
  await db.insert(schema.credits).values(
    all.map((of, position) => ({
      ...of,
      id: uuid(60 + position),
      credit_type: "cast" as const,
      external_id: "c",
      person_id: uuid(21),
      position,
    })),
  );
  await db.insert(schema.recommendations).values([
    { title_id: uuid(1), position: 0, external_id: 2 },
    { title_id: uuid(1), position: 1, external_id: 3 },
  ]);
  await db.insert(schema.release_dates).values(
    [1, 2].map((n) => ({
      movie_id: uuid(n),
      region: "US",
      position: 0,
      release_type: "theatrical" as const,
      is_limited: false,
      release_date: "2026-11-13",
    })),
  );
  await db.insert(schema.trending_entries).values([
    { kind: "movie", window: "day", rank: 1, title_id: uuid(2) },
    { kind: "movie", window: "day", rank: 2, title_id: uuid(1) },
    { kind: "series", window: "day", rank: 1, title_id: uuid(12) },
  ]);
  await db.execute(
    sql`update movies set removed_at = ${moment}, updated_at = ${moment} where id = ${uuid(2)}`,
  );
  await db.execute(sql`update series set removed_at = ${moment} where id = ${uuid(12)}`);
  await db.execute(sql`update people set removed_at = ${moment} where id = ${uuid(22)}`);
});
afterAll(() => catalog[Symbol.asyncDispose]());

const [one, two, three] = [1, 2, 3].map((n) => publicId("movie", n));
const [kept, gone] = [11, 12].map((n) => publicId("series", n));

type Item = { id: string; rank?: number };
async function listed(path: string) {
  const { body } = await catalog.get<Page<Item>>(path);
  return { ids: body.results.map(({ id }) => id).sort(), total: body.total_results };
}

describe("a removed record", () => {
  const lists: [string, (string | undefined)[]][] = [
    ["/movies?page_size=50", [one, three]],
    [`/movies?genre=${genre}`, [one]],
    [`/movies?genre=${genre}&year=2026`, [one]],
    ["/movies?year=2026&status=released", [one, three]],
    ["/movies?keyword=kept", [one]],
    ["/movies?vote_count_gte=5", [one, three]],
    ["/movies/now-playing", [one]],
    ["/movies/trending", [one]],
    [`/movies/${publicId("movie", 1)}/recommendations`, [three]],
    [`/companies/${publicId("company", 51)}/movies`, [one]],
    [`/companies/${publicId("company", 51)}/series`, [kept]],
    [`/series?genre=${genre}&keyword=kept`, [kept]],
    ["/series/trending", []],
    ["/people", [publicId("person", 21)]],
    ["/people?known_for_department=Acting&sort_by=name", [publicId("person", 21)]],
    ["/collections", [publicId("collection", 31)]],
  ];
  for (const [path, ids] of lists) {
    const shown = path.replaceAll(/_[0-9a-f]{32}/g, "");
    test(`N69: is neither in ${shown} nor in its total, whether adult titles are or not`, async () => {
      const expected = { ids: ids.map(String), total: ids.length };
      const adult = `${path}${path.includes("?") ? "&" : "?"}include_adult=true`;
      expect(await listed(path)).toEqual(expected);
      expect(
        await listed(path.includes("recommendations") || path === "/collections" ? path : adult),
      ).toEqual(expected);
    });
  }

  test("N69: leaves its place in a ranking empty", async () => {
    const { body } = await catalog.get<Page<Item>>("/movies/trending");
    expect(body.results.map(({ rank }) => rank)).toEqual([2]);
  });

  test("N69: is not among the movies of its collection, nor counted there", async () => {
    const path = `/collections/${publicId("collection", 31)}`;
    for (const query of ["", "?include_adult=true"]) {
      const { body } = await catalog.get<{ movie_count: number; movies: Item[] }>(path + query);
      expect([body.movie_count, body.movies.map(({ id }) => id)]).toEqual([1, [String(one)]]);
    }
  });

  test("N69: is not among the credits of a person", async () => {
    const path = `/people/${publicId("person", 21)}/credits`;
    for (const query of ["", "?include_adult=true"]) {
      const { body } = await catalog.get<{ cast: { title: Item }[] }>(path + query);
      expect(body.cast.map(({ title }) => title.id).sort()).toEqual([String(one), String(kept)]);
    }
  });

  test("N69: is in no count of a genre, of a keyword and of the catalog", async () => {
    const counts = { movie_count: 1, series_count: 1 };
    expect((await catalog.get(`/genres/${genre}`)).body).toMatchObject(counts);
    expect((await catalog.get(`/keywords/${publicId("keyword", 41)}`)).body).toMatchObject(counts);
    expect(await readCounts(catalog.db)).toEqual({
      movies: 2,
      series: 1,
      episodes: 0,
      people: 1,
      collections: 1,
    });
  });

  test("N69: still answers itself and its parts, and says since when it is removed", async () => {
    const removed = [
      `/movies/${two}`,
      `/series/${gone}`,
      `/people/${publicId("person", 22)}`,
      `/collections/${publicId("collection", 32)}`,
    ];
    for (const path of removed) {
      expect((await catalog.get(path)).body).toMatchObject({ removed_at: moment });
    }
    expect((await catalog.get(`/movies/${two}`)).body).toMatchObject({ adult: false });
    expect((await catalog.get(`/movies/${one}`)).body).toMatchObject({ removed_at: null });
    for (const part of ["credits", "images", "videos", "recommendations", "watch-providers"]) {
      expect((await catalog.get(`/movies/${two}/${part}`)).status).toBe(200);
    }
  });
});

test("N69: an adult record that is removed still says so, and is restored as it was", async () => {
  const { db } = catalog;
  await givenMovie(db, 7, { adult: true });
  const total = async () => (await listed("/movies?include_adult=true")).total;
  const before = await total();
  await db.execute(sql`update movies set removed_at = now() where id = ${uuid(7)}`);
  expect((await catalog.get(`/movies/${publicId("movie", 7)}`)).body).toMatchObject({
    adult: true,
  });
  expect(await total()).toBe(before - 1);
  await db.execute(sql`update movies set removed_at = null where id = ${uuid(7)}`);
  expect((await catalog.get(`/movies/${publicId("movie", 7)}`)).body).toMatchObject({
    adult: true,
  });
  expect(await total()).toBe(before);
});

test("N69: credits that name a removed person neither restore nor touch the person", async () => {
  const { db } = catalog;
  const row = () =>
    db.execute(sql`select xmin, ctid, updated_at from people where id = ${uuid(22)}`);
  const before = [...(await row())];
  await db.execute(sql`update people set adult = false, updated_at = now() where id = ${uuid(22)}`);
  expect([...(await row())]).toEqual(before);
  expect((await listed("/people?include_adult=true")).total).toBe(1);
});
