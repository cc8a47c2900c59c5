import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { all, asking, each, operations } from "./documented";
import { known, type WholeService, wholeService } from "./service";

setDefaultTimeout(60_000);

let service: WholeService;
beforeAll(async () => {
  service = await wholeService();
});
afterAll(() => service[Symbol.asyncDispose]());

const refused = (path: string) => service.refused({ path });
const asked = async (path: string) => {
  const { status, body } = await service.ask({ path });
  return [status, body.total_results];
};
const { genre, movie, keyword } = known;
const digits = genre.slice("genre_".length);
const unknownGenre = "genre_01980000000070008000000000000099";

const queried = operations.filter(({ query, method }) => query.length > 0 && method === "GET");
/** Each operation once for each of its parameters. */
const parameters = queried.flatMap((operation) =>
  operation.query.map((name) => ({
    ...operation,
    template: `${operation.template}?${name}`,
    name,
    at: (value: string) => asking(operation, `${name}=${value}`),
  })),
);
/** Compared as plain text and never refused. */
const anyText = ["/people?known_for_department", "/companies?country", "/companies?region"];
/** Nothing that is no language is refused in another way than the rest. */
const isLanguage = (template: string) => template.endsWith("?language");

describe("every query parameter of every operation", () => {
  test.each([
    ["B30", "%"],
    ["B31", "%ZZ"],
    ["B32", "%ff%fe"],
    ["B33", "%ED%A0%80"],
  ])("M150, T10, %s: the broken encoding %s is a malformed_request", async (_, value) => {
    const found = await each(parameters, ({ at, as }) => service.refused({ path: at(value), as }));

    expect(found).toEqual(all(parameters, "400 malformed_request"));
  });

  test("M150, B8, B45, B61, B94: U+0000 is a malformed_request in all that are judged", async () => {
    const judged = parameters.filter(({ template }) => !anyText.includes(template));

    for (const { at, as, template } of judged) {
      expect([template, await service.refused({ path: at("x%00"), as })]).toEqual([
        template,
        isLanguage(template) ? "422 validation_error" : "400 malformed_request",
      ]);
    }
  });

  test("B34: 4 KB are refused in all that are judged", async () => {
    for (const { at, as, template } of parameters) {
      const outcome = await service.outcome({ path: at("x".repeat(4_096)), as });
      const expected = anyText.includes(template)
        ? /^200$/
        : /^422 (validation_error|invalid_filter)$/;
      expect({ template, outcome }).toEqual({ template, outcome: expect.stringMatching(expected) });
    }
  });

  test("M69, B51, B80, B91: given empty or twice is refused", async () => {
    for (const { name, at, as, template } of parameters) {
      for (const path of [at(""), `${at("x")}&${name}=x`]) {
        const outcome = await service.refused({ path, as });
        expect({ template, outcome }).toEqual({
          template,
          outcome: expect.stringMatching(/^422 (validation_error|invalid_filter)$/),
        });
      }
    }
  });

  test("M68, T27, B36, B37, B38: unknown parameters change nothing and harmless ones are named", async () => {
    const many = Array.from({ length: 500 }, (_, n) => `p${n}=1`).join("&");
    const named = async (query: string) =>
      each(queried, async (operation) => {
        const { status, headers } = await service.ask({
          ...operation,
          path: asking(operation, query),
        });
        const plain = await service.ask({ ...operation, path: asking(operation, "") });
        const changes = status !== plain.status;
        return [changes, headers.get("x-ignored-params")?.split(", ").length ?? 0];
      });

    expect(await named(many)).toEqual(all(queried, [false, 10]));
    expect(await named("a%0d%0aSet-Cookie:x=1")).toEqual(all(queried, [false, 0]));
    expect(await named("__proto__=1&constructor[prototype]=1")).toEqual(all(queried, [false, 1]));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("T26, B35: a URL of 20 KB is refused by the server itself, without a body", async () => {
    expect(await service.ask({ path: `/movies?x=${"x".repeat(20_000)}` })).toMatchObject({
      status: 431,
      text: "",
    });
  });
});

describe.each(["/movies", "/series"])("filters of %s", (path) => {
  test.each([
    ["B39", "genre=28"],
    ["B40", "genre=genre_"],
    ["B41", `genre=genre_${digits.slice(1)}`],
    ["B41", `genre=${genre}0`],
    ["B42", `genre=genre_${digits.replace("1980", "198A")}`],
    ["B43", `genre=genre_${digits.replace("1980", "198g")}`],
    ["B44", `genre=${movie}`],
    ["B46", "genre=01980000-0000-7000-8000-000000000001"],
    ["B46", "genre=genre_01980000-0000-7000-8000-000000000001"],
    ["B47", `genre=${genre}&genre=${genre}`],
    ["B49", "status=bogus"],
    ["B50", "status=Released;drop"],
    ["B52", "status=planned,ended"],
    ["B53", path === "/movies" ? "status=ended" : "status=released"],
    ["B55", "year=1869"],
    ["B56", "year=2201"],
    ["B57", "year=-1"],
    ["B58", "year=99"],
    ["B59", "year=2024-01"],
    ["B60", "year=%EF%BC%92%EF%BC%90%EF%BC%92%EF%BC%94"],
    ["B62", `keyword=${"k".repeat(201)}`],
    ["B63", `keyword=${genre}`],
    ["B66", "sort_by=id;%20drop%20table%20movies"],
    ["B67", "sort_by=popularity.sideways"],
    ["B68", "sort_by=__proto__"],
    ["B69", "sort_by=toString"],
  ])("M76, M149, %s: ?%s is an invalid_filter", async (_, query) => {
    expect(await refused(`${path}?${query}`)).toBe("422 invalid_filter");
  });

  test.each([
    ["B48", `genre=${unknownGenre}`],
    ["B64", "keyword=no%20such%20keyword"],
    ["B65", "keyword=100%25_%5C"],
    ["M75", `keyword=${keyword}`],
  ])("M75, M76, %s: ?%s finds nothing, which is no mistake", async (_, query) => {
    expect(await asked(`${path}?${query}`)).toEqual([200, 0]);
  });
});

describe("other filters", () => {
  test("M73, B54: a status may be written in any case, with spaces or hyphens", async () => {
    expect(await asked("/movies?status=RELEASED")).toEqual([200, 1]);
    expect(await asked("/movies?status=Post%20Production")).toEqual([200, 0]);
  });

  test("B70: a sort_by where nothing is sorted is ignored and named", async () => {
    for (const path of ["/companies", "/collections", "/genres"]) {
      const { status, headers } = await service.ask({ path: `${path}?sort_by=name` });
      expect([status, headers.get("x-ignored-params")]).toEqual([200, "sort_by"]);
    }
  });

  test.each([
    ["B71", "%00"],
    ["B72", "x".repeat(1_000)],
    ["B73", "'%20or%201=1--"],
    ["B74", "%F0%9F%8E%AC"],
  ])("M78, M79, %s: plain text that nothing equals finds nothing", async (_, value) => {
    expect(await asked(`/people?known_for_department=${value}`)).toEqual([200, 0]);
    expect(await asked(`/companies?country=${value}`)).toEqual([200, 0]);
    expect(await asked("/companies?country=US")).toEqual([200, 1]);
  });

  test.each([
    ["B75", "/companies?company_type=nope"],
    ["B76", "/companies?company_type="],
    ["B77", "/movies/now-playing?region=USA"],
    ["B78", "/movies/upcoming?region=U1"],
    ["B79", "/movies/now-playing?region=%EF%BC%B5%EF%BC%B3"],
    ["B80", "/movies/upcoming?region="],
    ["B87", "/movies/trending?window=month"],
    ["B88", "/series/trending?window=DAY%20"],
    ["B89", "/series/trending?window=day&window=day"],
    ["B66", "/people?sort_by=id;%20drop"],
    ["B69", "/people?sort_by=toString"],
  ])("M149, %s: %s is an invalid_filter", async (_, path) => {
    expect(await refused(path)).toBe("422 invalid_filter");
  });

  test("M83, B81, B82: a region may be in lower case or one where nothing runs", async () => {
    const region = async (text: string) => {
      const { status, body } = await service.ask({ path: `/movies/now-playing?region=${text}` });
      return [status, body.region, body.total_results];
    };

    expect(await region("us")).toEqual([200, "US", 0]);
    expect(await region("ZZ")).toEqual([200, "ZZ", 0]);
  });
});

describe("GET /search", () => {
  test.each([
    ["B90", "/search"],
    ["B91", "/search?query="],
    ["B92", "/search?query=%20%20"],
    ["B92", "/search?query=%E2%80%8B"],
    ["B92", "/search?query=%E3%80%80"],
    ["B93", `/search?query=${"é".repeat(201)}`],
    ["B106", "/search?query=tide&type=bogus"],
  ])("M88, %s: %s is a validation_error", async (_, path) => {
    expect(await refused(path)).toBe("422 validation_error");
  });

  test("B95: half a surrogate pair is a malformed_request", async () => {
    expect(await refused("/search?query=%ED%A0%80")).toBe("400 malformed_request");
  });

  test.each([
    ["B96", "%%%"],
    ["B97", "'\"\\:*&|!()<->"],
    ["B98", '"unclosed'],
    ["B99", "the"],
    ["B100", "🎬🍿"],
    ["B101", "\u202etide"],
    ["B102", `e${"\u0301".repeat(199)}`],
    ["B103", "e\u0301"],
    ["B104", "İstanbul ß SS ΟΔΟΣ"],
    ["B105", "AND OR NOT"],
  ])("M89, %s: %p is a search like any other", async (_, text) => {
    expect(await service.outcome({ path: `/search?query=${encodeURIComponent(text)}` })).toBe(
      "200",
    );
  });
});
