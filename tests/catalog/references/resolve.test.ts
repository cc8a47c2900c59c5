import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { resolveReferences } from "~/catalog/references/resolve";
import { referenceKinds } from "~/vocabulary";
import { type TestDatabase, testDatabase } from "../../support/database";

setDefaultTimeout(30_000);

const uuid = (n: number) => `01980000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const hex = (n: number) => uuid(n).replaceAll("-", "");

let database: TestDatabase;
afterAll(() => database.close());
beforeAll(async () => {
  database = await testDatabase();
  const title = (n: number, kind: string, external_id: number, ids: object, removed?: string) => `
    insert into titles (id, kind, external_id) values ('${uuid(n)}', '${kind}', ${external_id});
    insert into ${kind === "movie" ? "movies" : "series"} (id, title, external_ids, removed_at)
      values ('${uuid(n)}', 'T', '${JSON.stringify(ids)}', ${removed ? `'${removed}'` : null});`;
  await database.driver.unsafe(`
    ${title(1, "movie", 603, { imdb: "tt0133093", wikidata: "Q83495", twitter: "TheMatrix" })}
    ${title(2, "series", 603, { imdb: "tt0903747", tvdb: 121_361, wikidata: "Q83495" })}
    ${title(3, "movie", 604, { imdb: "tt0903747", facebook: "gone" }, "2026-01-02")}
    ${title(4, "movie", 605, { facebook: "gone", wikidata: "Q9" }, "2026-01-03")}
    ${title(5, "movie", 606, { facebook: "both", wikidata: "Q9" }, "2026-01-01")}
    ${title(6, "movie", 607, { facebook: "both" })}
    insert into seasons (id, series_id, season_number, external_id) values ('${uuid(7)}', '${uuid(2)}', 1, 3572);
    insert into seasons (id, series_id, season_number) values ('${uuid(8)}', '${uuid(2)}', 2);
    insert into episodes (id, series_id, season_id, episode_number, external_id)
      values ('${uuid(9)}', '${uuid(2)}', '${uuid(7)}', 1, 62085);
    insert into people (id, external_id, name, external_ids) values ('${uuid(10)}', 603, 'P', '{"imdb": "nm0000246"}');
    insert into collections (id, external_id, name) values ('${uuid(11)}', 603, 'C');
    insert into companies (id, external_id, company_type, name)
      values ('${uuid(12)}', 174, 'production_company', 'A'), ('${uuid(13)}', 174, 'network', 'B');
    insert into keywords (id, external_id, name) values ('${uuid(14)}', 603, 'k');`);
});

/** Status, and what it led to, as one text. */
async function resolved(...refs: string[]): Promise<string[]> {
  const rows = await resolveReferences(database.db, refs);
  expect(rows.map(({ n, ref }) => [n, ref])).toEqual(refs.map((ref, n) => [n, ref]));
  return rows.map(({ status, kind, entity_id, candidates }) => {
    const id = entity_id === null ? "" : ` ${kind} ${Number(`0x${entity_id.slice(-12)}`)}`;
    return `${status}${id}${candidates === null ? "" : ` ${candidates}`}`;
  });
}

describe("references", () => {
  test("N1, N6: the provider's number means the record of the kind that has it", async () => {
    const numbers = ["movie/tmdb:603", "series/tmdb:603", "season/tmdb:3572", "episode/tmdb:62085"];
    const others = ["person/tmdb:603", "collection/tmdb:603", "keyword/tmdb:603"];
    const companies = ["company/tmdb:174", "company/tmdb_network:174"];
    expect(await resolved(...numbers, ...others, ...companies)).toEqual([
      "found movie 1",
      "found series 2",
      "found season 7",
      "found episode 9",
      "found person 10",
      "found collection 11",
      "found keyword 14",
      "found company 12",
      "found company 13",
    ]);
  });

  test("N6: a public id means its own record, whether it has numbers or not", async () => {
    const all = [1, 2, 7, 9, 10, 11, 12, 14].map((n, at) => `${referenceKinds[at]}_${hex(n)}`);
    expect(await resolved(...all, `season_${hex(8)}`)).toEqual([
      ...[1, 2, 7, 9, 10, 11, 12, 14].map((n, at) => `found ${referenceKinds[at]} ${n}`),
      "found season 8",
    ]);
    expect(await resolved(`series_${hex(1)}`, `movie_${hex(99)}`, `movie_${hex(3)}`)).toEqual([
      "missing series 1",
      "missing movie 99",
      "removed movie 3",
    ]);
  });

  test("N1, N6: other ids are found by kind or in all kinds, names of accounts in any case", async () => {
    expect(
      await resolved(
        "imdb:tt0133093",
        "imdb:nm0000246",
        "series/tvdb:121361",
        "movie/twitter:THEmatrix",
        "imdb:tt9999999",
        "series/tvdb:1",
      ),
    ).toEqual([
      "found movie 1",
      "found person 10",
      "found series 2",
      "found movie 1",
      "missing",
      "missing",
    ]);
  });

  test("N7: several live records are ambiguous, and named by id", async () => {
    expect(await resolved("wikidata:Q83495", "movie/wikidata:Q83495")).toEqual([
      `ambiguous movie_${hex(1)},series_${hex(2)}`,
      "found movie 1",
    ]);
  });

  test("N3, N7: a live record goes before removed ones, and of those the one removed last", async () => {
    expect(
      await resolved(
        "imdb:tt0903747",
        "movie/imdb:tt0903747",
        "movie/facebook:both",
        "movie/facebook:gone",
        "wikidata:Q9",
      ),
    ).toEqual([
      "found series 2",
      "removed movie 3",
      "found movie 6",
      "removed movie 4",
      "removed movie 4",
    ]);
  });

  test("N7: 500 references, repeats included, are answered in their order", async () => {
    const refs = Array.from({ length: 500 }, (_, n) => (n % 2 ? "imdb:tt0133093" : "movie/tmdb:1"));
    const rows = await resolveReferences(database.db, refs);
    expect(rows.map(({ status }) => status)).toEqual(
      refs.map((ref) => (ref.startsWith("imdb") ? "found" : "missing")),
    );
  });

  test("N5: an id that is taken away is gone with the transaction that takes it", async () => {
    const { db } = database;
    await db.transaction(async (tx) => {
      await tx.execute(
        sql`update movies set external_ids = '{"imdb": "tt0000042"}' where id = ${uuid(1)}`,
      );
      expect(await resolved("imdb:tt0133093", "imdb:tt0000042")).toEqual([
        "found movie 1",
        "missing",
      ]);
    });
    expect(await resolved("imdb:tt0133093", "imdb:tt0000042")).toEqual([
      "missing",
      "found movie 1",
    ]);
  });
});
