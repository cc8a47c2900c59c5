import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "~/db/client";
import { genres, movieStatuses } from "~/vocabulary";
import { refusal, type TestCatalog, testCatalog } from "../catalog";
import { uuid } from "../ids";
import { genreId, keywordId, titlesOf } from "./oracle";
import { storeKeywords, storeTitles } from "./rows";

setDefaultTimeout(60_000);

/** A pool to an address where no database listens. */
const nowhere = connect({ url: "postgres://catalog@127.0.0.1:1/none" }, { max: 1 });

let catalog: TestCatalog;
let dead: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  dead = await testCatalog({ database: { driver: nowhere } });
  await storeKeywords(catalog.db);
  await storeTitles(catalog.db, "movie", titlesOf(movieStatuses, 60, 1));
});
afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
  await dead[Symbol.asyncDispose]();
  await nowhere.end();
});

const titleLists = ["/movies", "/series"];
const lists = [
  ...titleLists,
  "/movies/now-playing",
  "/movies/upcoming",
  "/movies/trending",
  "/series/trending",
];
const raw = genres[6].id;

/** Number, parameter, value as it stands in the URL. */
type Row = [number: string, parameter: string, value: string];

const badPages: Row[] = [
  ["B1", "page", "0"],
  ["B2", "page", "-1"],
  ["B3", "page", "1.5"],
  ["B4", "page", "1e3"],
  ["B5", "page", "0x10"],
  ["B6", "page", "%2B1"],
  ["B6", "page", "+1"],
  ["B7", "page", "%201"],
  ["B9", "page", "%D9%A1"],
  ["B10", "page", "NaN"],
  ["B11", "page", "Infinity"],
  ["B12", "page", "1_0"],
  ["B13", "page", "null"],
  ["B14", "page", ""],
  ["B15", "page", "9007199254740993"],
  ["B16", "page", "999999999999999999999"],
  ["B17", "page", "1000001"],
  ["B19", "page", "1&page=2"],
  ["B22", "page_size", "0"],
  ["B23", "page_size", "51"],
  ["B25", "page_size", "-5"],
  ["B26", "page_size", "20.0"],
  ["B27", "page_size", "abc"],
  ["M90", "include_adult", "yes"],
];

const badFilters: Row[] = [
  ["B39", "genre", "28"],
  ["B40", "genre", "genre_"],
  ["B41", "genre", `genre_${"0".repeat(31)}`],
  ["B41", "genre", `genre_${"0".repeat(33)}`],
  ["B42", "genre", genreId(10).toUpperCase()],
  ["B42", "genre", `genre_${raw.replaceAll("-", "").replace("7", "A")}`],
  ["B43", "genre", `genre_${"g".repeat(32)}`],
  ["B44", "genre", `movie_${"0".repeat(32)}`],
  ["B46", "genre", raw],
  ["B46", "genre", `genre_${raw}`],
  ["B47", "genre", `${genreId(1)}&genre=${genreId(2)}`],
  ["M76", "genre", "Drama,"],
  ["M76", "genre", "Drama,28"],
  ["M76", "genre", "Drama|Crime,War"],
  ["M76", "genre", Array(21).fill("Drama").join(",")],
  ["M69", "genre", ""],
  ["B49", "status", "bogus"],
  ["B50", "status", "Released;drop"],
  ["B51", "status", ""],
  ["B52", "status", "released,planned"],
  ["B55", "year", "1869"],
  ["B56", "year", "2201"],
  ["B57", "year", "-1"],
  ["B58", "year", "99"],
  ["B59", "year", "2024-01"],
  ["B60", "year", "%EF%BC%92%EF%BC%90%EF%BC%92%EF%BC%94"],
  ["B62", "keyword", "k".repeat(201)],
  ["B63", "keyword", `genre_${"0".repeat(32)}`],
  ["B66", "sort_by", "id;%20drop%20table"],
  ["B67", "sort_by", "popularity.sideways"],
  ["B68", "sort_by", "__proto__"],
  ["B69", "sort_by", "toString"],
  ["B34", "keyword", "x".repeat(4_096)],
];

const numbersOf = (rows: Row[]) => [...new Set(rows.map(([number]) => number))].join(" ");
const refused = (rows: Row[], code: string) => async (path: string) => {
  const answers = await Promise.all(
    rows.map(async ([number, field, value]) => {
      const answer = await refusal(dead, `${path}?${field}=${value}`);
      return [number, field, answer];
    }),
  );
  expect(answers as unknown).toEqual(
    rows.map(([number, field]) => [
      number,
      field,
      { status: 422, code, fields: [field], statements: 0 },
    ]),
  );
};

for (const path of lists) {
  test(`M64 M76 M149 ${numbersOf(badPages)}: GET ${path} refuses a bad page with the database stopped`, () =>
    refused(badPages, "validation_error")(path));

  test(`M66 B18 B20 B21 B28: GET ${path} takes 01, page_size 50, page 1000000 and ignores page[]`, async () => {
    const first = await catalog.get(`${path}`);
    expect(first).toMatchObject({ status: 200, statements: 1, ignored: undefined });
    expect((await catalog.get(`${path}?page=01`)).body).toEqual(first.body);
    expect(await catalog.get(`${path}?page[]=1`)).toEqual(first);
    expect(await catalog.get(`${path}?page_size=50`)).toMatchObject({ status: 200 });
    const { body } = await catalog.get(`${path}?page=1000000`);
    expect(body).toEqual({ ...(first.body as object), page: 1_000_000, results: [] });
  });
}

for (const path of titleLists) {
  describe(`GET ${path}`, () => {
    test(`M75 M76 M149 ${numbersOf(badFilters)}: a bad filter is refused with the database stopped`, () =>
      refused(badFilters, "invalid_filter")(path));

    test("M76 B39 B42: what is neither a genre's name nor an id is refused, and the names told", async () => {
      const allowed = genres.map(({ name }) => name);
      const wrong = ["Dramas", "Sci-Fi", "Drama,Dramatic", "Drama%7CDramatic", "%20Drama", "28"];
      for (const genre of [...wrong, "toString", "GENRE_"]) {
        const { status, body, statements } = await dead.get(`${path}?genre=${genre}`);
        expect({ genre, status, statements, body }).toMatchObject({
          status: 422,
          statements: 0,
          body: { error: { code: "invalid_filter", details: [{ field: "genre", allowed }] } },
        });
      }
    });

    test("B53: a status of the other kind is refused and the right ones are named", async () => {
      const other = path === "/movies" ? "returning_series" : "rumored";
      const { status, body } = await catalog.get(`${path}?status=${other}`);
      expect({ status, body }).toEqual({
        status: 422,
        body: {
          error: {
            code: "invalid_filter",
            message: expect.stringContaining("status must be one of "),
            details: [
              {
                in: "query",
                field: "status",
                message: expect.stringContaining("must be one of "),
                allowed: expect.arrayContaining(["planned", "in_production", "canceled"]),
              },
            ],
          },
        },
      });
    });

    test("B8 B45 B61 M150: U+0000 in a filter is a malformed request, whatever the filter", async () => {
      for (const query of ["page=1%00", `genre=${genreId(1)}%00`, "keyword=a%00"]) {
        expect(await refusal(catalog, `${path}?${query}`)).toMatchObject({
          status: 400,
          code: "malformed_request",
          statements: 0,
        });
      }
    });

    test("M149: a bad filter beside a bad page is a validation error that names both", async () => {
      expect(await refusal(catalog, `${path}?page=0&year=1`)).toEqual({
        status: 422,
        code: "validation_error",
        fields: ["page", "year"],
        statements: 0,
      });
    });

    test("B48 B64 B65 M75 M76: what does not exist gives an empty page", async () => {
      const nothing = { page: 1, page_size: 20, total_results: 0, total_pages: 0, results: [] };
      const unknown = [
        `genre=genre_${uuid(4_711).replaceAll("-", "")}`,
        "keyword=no+such+keyword",
        `keyword=${keywordId(77)}`,
        "keyword=100%25",
        "keyword=%25",
        "year=1870",
        "year=2200",
      ];
      for (const query of unknown) {
        expect(await catalog.get(`${path}?${query}`)).toMatchObject({ status: 200, body: nothing });
      }
    });
  });
}

describe("GET /movies", () => {
  test("B54 M73: a status may be in any case, with spaces or hyphens, and with two l", async () => {
    const same = async (words: string[]) => {
      const bodies = await Promise.all(
        words.map(async (word) => (await catalog.get(`/movies?status=${word}`)).body),
      );
      expect(bodies[0]).toMatchObject({ total_results: expect.any(Number) });
      expect(bodies).toEqual(bodies.map(() => bodies[0]));
    };
    await same(["released", "RELEASED", "Released"]);
    await same(["post_production", "Post%20Production", "post-production", "POST+PRODUCTION"]);
    await same(["canceled", "Cancelled", "CANCELED"]);
  });

  test("B65 M75: a keyword's name is taken literally and in any case", async () => {
    const literal = await catalog.get(`/movies?keyword=${encodeURIComponent("100%_\\")}`);
    const byId = await catalog.get(`/movies?keyword=${keywordId(3)}`);
    expect(literal.body).toEqual(byId.body);
    expect(byId.body).toMatchObject({ results: expect.arrayContaining([expect.anything()]) });
  });

  test("B36 B37 B38 M68: unknown parameters change nothing and the harmless ones are named", async () => {
    const plain = await catalog.get("/movies");
    const answer = await catalog.get(
      "/movies?with_genres=28&__proto__=1&constructor[prototype]=1&a%0d%0aSet-Cookie:b=1",
    );
    expect(answer).toEqual({ ...plain, ignored: "with_genres, __proto__" });
  });
});
