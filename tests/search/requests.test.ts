import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { request as httpRequest } from "node:http";
import { type SearchedCatalog, searchedCatalog } from "./searched-catalog";

let catalog: SearchedCatalog;

beforeAll(async () => {
  catalog = await searchedCatalog();
  const { addMovie, addSeries, addPerson, addNamed } = catalog;
  await addMovie({ title: "Harbor Light", year: 2020, votes: 900, popularity: 4 });
  await addMovie({ title: "Harbor Light at Night", year: 2021, votes: 90, popularity: 3 });
  await addMovie({ title: "Harbor Lust", year: 2020, votes: 90, adult: true });
  await addMovie({ title: "İstanbul" });
  await addMovie({ title: "Straße" });
  await addMovie({ title: "Οδός" });
  await addSeries({ title: "Harbor", year: 2020, votes: 400, popularity: 5 });
  await addPerson({ name: "Anna Harbor", popularity: 2 });
  await addPerson({ name: "Lola Harbor", popularity: 2, adult: true });
  await addNamed("collections", "Harbor Collection");
  await addNamed("companies", "Harbor Films");
  await addNamed("keywords", "harbor");
  for (let n = 1; n <= 45; n += 1) {
    await addMovie({ title: `Numbered Tale ${n}`, votes: 7, popularity: n % 4 });
  }
});
afterAll(() => catalog[Symbol.asyncDispose]());

const kindsOf = async (query: string, others: Record<string, string> = {}) => {
  const { results } = await catalog.search(query, others);
  return [...new Set(results.map(({ kind }) => kind))].sort();
};

describe("GET /search", () => {
  test("M88: a response is a page with the query; each result is the summary of its kind with a score", async () => {
    const { results, ...page } = await catalog.search("  harbor light  ");
    expect(page).toEqual({
      page: 1,
      page_size: 20,
      total_results: 2,
      total_pages: 1,
      query: "harbor light",
    });
    expect(results[0] as unknown).toEqual({
      id: expect.stringMatching(/^movie_[0-9a-f]{32}$/),
      kind: "movie",
      title: "Harbor Light",
      original_title: null,
      original_language: null,
      overview: null,
      release_date: "2020-06-01",
      year: 2020,
      status: null,
      runtime: null,
      popularity: 4,
      vote_average: null,
      vote_count: 900,
      poster_path: null,
      backdrop_path: null,
      genres: [],
      adult: false,
      updated_at: expect.stringMatching(/Z$/),
      removed_at: null,
      score: expect.any(Number),
    });
  });

  test("M16, M88: a result of each kind has the fields of that kind", async () => {
    const kinds = "movie,series,person,collection,company,keyword";
    const { results } = await catalog.search("harbor", { type: kinds });
    const fields = Object.fromEntries(
      results.map((result) => [result.kind, Object.keys(result).sort().join(" ")]),
    );
    expect(fields).toEqual({
      movie:
        "adult backdrop_path genres id kind original_language original_title overview popularity poster_path release_date removed_at runtime score status title updated_at vote_average vote_count year",
      series:
        "adult backdrop_path first_air_date genres id kind last_air_date number_of_episodes number_of_seasons original_language original_title overview popularity poster_path removed_at score status title updated_at vote_average vote_count year",
      person:
        "adult gender id kind known_for_department name popularity profile_path removed_at score updated_at",
      collection: "backdrop_path id kind movie_count name parts_total poster_path removed_at score",
      company: "company_type country id kind logo_path name score",
      keyword: "id kind movie_count name score series_count",
    });
  });

  test("M88: movies, series, people and collections are searched unless type names others", async () => {
    expect(await kindsOf("harbor")).toEqual(["collection", "movie", "person", "series"]);
    expect(await kindsOf("harbor", { type: "keyword,company" })).toEqual(["company", "keyword"]);
    expect(await kindsOf("harbor", { type: "series,series" })).toEqual(["series"]);
  });

  test("M88: year selects movies and series of exactly that year", async () => {
    expect((await catalog.names("harbor", { year: "2020" })).sort()).toEqual([
      "Harbor",
      "Harbor Light",
    ]);
    expect(await catalog.search("harbor", { year: "1999" })).toMatchObject({
      total_results: 0,
      total_pages: 0,
      results: [],
    });
  });

  test("M90: adult titles and people are hidden unless requested", async () => {
    expect(await catalog.names("harbor")).not.toContain("Harbor Lust");
    expect(await catalog.names("harbor lust")).not.toContain("Harbor Lust");
    expect(await catalog.names("lola harbor")).not.toContain("Lola Harbor");
    const all = { include_adult: "true" };
    expect((await catalog.names("harbor lust", all))[0]).toBe("Harbor Lust");
    expect((await catalog.names("lola harbor", all))[0]).toBe("Lola Harbor");
  });

  test("M66, M67, M88: all pages together have each result once, by score, popularity and id; the total is the same past the end", async () => {
    const seen: { id: string; score: number; popularity: number }[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const answer = await catalog.search("numbered tale", { page: String(page), page_size: "13" });
      expect(answer).toMatchObject({ page, page_size: 13, total_results: 45, total_pages: 4 });
      seen.push(...(answer.results as unknown as typeof seen));
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45);
    const ordered = seen.toSorted(
      (a, b) => b.score - a.score || b.popularity - a.popularity || (a.id < b.id ? -1 : 1),
    );
    expect(seen).toEqual(ordered);
    expect(
      await catalog.search("numbered tale", { page: "1000000", page_size: "50" }),
    ).toMatchObject({
      total_results: 45,
      results: [],
    });
  });

  const refused: [string, string, number, string][] = [
    ["B90: a missing query", "", 422, "validation_error"],
    ["B91: an empty query", "query=", 422, "validation_error"],
    ["B92: only spaces", "query=%20%20+", 422, "validation_error"],
    ["B92: only U+200B", "query=%E2%80%8B", 422, "validation_error"],
    ["B92: only U+3000", "query=%E3%80%80", 422, "validation_error"],
    [
      "B93: 201 code points",
      `query=${encodeURIComponent("💥".repeat(201))}`,
      422,
      "validation_error",
    ],
    ["B94: U+0000", "query=a%00b", 400, "malformed_request"],
    ["B95: half a surrogate pair", "query=%ED%A0%80", 400, "malformed_request"],
    ["B106: an unknown type", "query=a&type=bogus", 422, "validation_error"],
    ["a type that is no list", "query=a&type=movie,", 422, "validation_error"],
    ["M69: a repeated query", "query=a&query=b", 422, "validation_error"],
    ["M72: a year out of range", "query=a&year=1869", 422, "invalid_filter"],
    ["M64: a page size above the most", "query=a&page_size=51", 422, "validation_error"],
    ["M90: include_adult of another word", "query=a&include_adult=yes", 422, "validation_error"],
  ];
  test.each(refused)("%s is refused", async (_, query, status, code) => {
    const answer = await catalog.raw(query);
    expect([answer.status, (answer.body as { error: { code: string } }).error.code]).toEqual([
      status,
      code,
    ]);
  });

  test.each([
    ["B93: 200 code points", "💥".repeat(200)],
    ["B96: wildcards", "%%%"],
    ["B97: operators", "'\"\\:*&|!()<->"],
    ["B98: an open quote", '"unclosed'],
    ["B99: the word the", "the"],
    ["B100: emoji alone", "💥🎬"],
    ["B101: U+202E", "\u202eharbor"],
    ["B102: 200 combining marks", "\u0301".repeat(200)],
    ["B105: words of query languages", "AND OR NOT"],
    ["S13: operators of tsquery and LIKE", "! & | : * ( ) ' \\ \" % _ <-> :*A"],
    ["S12: an injection", "'; drop table movies; --"],
  ])("%s: 200", async (_, query) => {
    expect((await catalog.raw(String(new URLSearchParams({ query })))).status).toBe(200);
  });

  test("B103: NFD finds what NFC finds", async () => {
    await catalog.addMovie({ title: "Café Résumé" });
    const typed = "café résumé";
    expect(await catalog.names(typed.normalize("NFD"))).toEqual(["Café Résumé"]);
    expect(await catalog.names(typed.normalize("NFC"))).toEqual(["Café Résumé"]);
  });

  test("B104: dotted capital I, sharp s and final sigma match their plain letters", async () => {
    expect((await catalog.names("istanbul"))[0]).toBe("İstanbul");
    expect((await catalog.names("İSTANBUL"))[0]).toBe("İstanbul");
    expect((await catalog.names("STRASSE"))[0]).toBe("Straße");
    expect((await catalog.names("ΟΔΌΣ"))[0]).toBe("Οδός");
  });

  test("B107: a body on the GET is ignored", async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const request = httpRequest(
      `${catalog.url}/api/v1/search?query=harbor`,
      { method: "GET", headers: { "content-type": "application/json", "content-length": 7 } },
      (response) => resolve(response.resume().statusCode),
    );
    request.on("error", reject).end('{"q":1}');
    expect(await promise).toBe(200);
  });
});
