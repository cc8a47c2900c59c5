import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type TestService, testService } from "../../support/service";
import { publicId } from "../ids";
import { givenOneOfEach, named } from "../references/one-of-each";
import { givenMovie, givenSeries } from "../rows";

setDefaultTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await testService();
  const { db } = service;
  await givenOneOfEach(db);
  await givenSeries(db, 1, { external_ids: { wikidata: "Q7", facebook: "both" } });
  await givenMovie(db, 2, { external_ids: { wikidata: "Q7", facebook: "both" } });
  await givenMovie(db, 3, { external_ids: { facebook: "Both" } });
  const removed = { adult: null, removed_adult: false, removed_at: "2026-01-01T00:00:00Z" };
  await givenMovie(db, 4, { external_ids: { wikidata: "Q4" }, ...removed });
});
afterAll(() => service[Symbol.asyncDispose]());

type Item = {
  ref: string;
  status: string;
  id: string | null;
  entity: { id: string; kind: string } | null;
  candidates: string[] | null;
};
type Body = {
  results?: Item[];
  error?: { code: string; details?: { field: string; allowed?: string[] }[] };
};

async function counted(
  answer: Promise<{ status: number; text: string; body: Body; headers: Headers }>,
) {
  const before = service.statements();
  const { status, text, body, headers } = await answer;
  const { code, details } = body.error ?? {};
  const fields = details?.map(({ field }) => field);
  return {
    status,
    text,
    headers,
    results: body.results,
    code,
    fields,
    details,
    statements: service.statements() - before,
  };
}
const post = (body: unknown) => counted(service.post<Body>("/entities", body));
const get = (query: string) => counted(service.get<Body>(`/entities?${query}`));

/** One reference of each kind, as a batch takes it, with the path of the record. */
const everyKind = Object.entries(named).map(([segment, { id, references }]) => ({
  ref: `${id.split("_")[0]}/${references[0]}`,
  id,
  path: `/${segment}/${id}`,
}));
const allRefs = everyKind.map(({ ref }) => ref);

describe("POST /entities", () => {
  test("N6, N7, N9: answers refs of all kinds in their order, repeats repeated, in one statement", async () => {
    const refs = [...allRefs, ...everyKind.map(({ id }) => id), "imdb:tt0133093", allRefs[0] ?? ""];
    const { status, results, statements, headers } = await post({ refs });
    expect([status, statements]).toEqual([200, 1]);
    expect(results?.map(({ ref }) => ref)).toEqual(refs);
    const ids = everyKind.map(({ id }) => id);
    expect(results?.map(({ id }) => id)).toEqual([...ids, ...ids, ids[0] ?? "", ids[0] ?? ""]);
    for (const { id, entity, status, candidates } of results ?? []) {
      expect([entity?.id, status, candidates]).toEqual([id ?? "", "found", null]);
    }
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("N8: entities are what the single GET answers, or what lists show", async () => {
    const { results, statements } = await post({ refs: allRefs, view: "detail" });
    expect(statements).toBe(1);
    const summaries = await post({ refs: allRefs, view: "summary" });
    for (const [n, { path, ref }] of everyKind.entries()) {
      const { text } = await service.get(path);
      expect(`${ref} ${JSON.stringify(results?.[n]?.entity)}`).toBe(`${ref} ${text}`);
      const [, source, value] = /^\w+\/(\w+):(.*)$/.exec(ref) ?? [];
      const kind = ref.split("/")[0];
      const found = await service.get<Body>(`/find/${source}/${value}?kind=${kind}`);
      expect(JSON.stringify(found.body.results?.[0])).toBe(
        JSON.stringify(summaries.results?.[n]?.entity),
      );
    }
  });

  test("N8: include fits the kinds that have it, and is left out of others", async () => {
    const refs = ["movie/tmdb:603", "keyword/tmdb:818", "series/tmdb:1399"];
    for (const view of ["summary", "detail"]) {
      const { status, results, statements } = await post({ refs, view, include: ["credits"] });
      expect([view, status, statements]).toEqual([view, 200, 1]);
      const { body } = await service.get<object>("/movies/tmdb:603/credits");
      expect(Object.entries<unknown>(results?.[0]?.entity ?? {}).at(-1)).toEqual(["credits", body]);
      expect(Object.keys(results?.[1]?.entity ?? {})).not.toContain("credits");
    }
    const single = await service.get("/movies/tmdb:603?include=credits");
    const batch = await post({ refs, view: "detail", include: ["credits"] });
    expect(JSON.stringify(batch.results?.[0]?.entity)).toBe(single.text);
  });

  test("N7: says what is removed, missing or ambiguous", async () => {
    const refs = [
      ...["wikidata:Q4", "movie/facebook:BOTH", "wikidata:Q7", "series/facebook:both"],
      ...["movie/tmdb:99", publicId("movie", 99), "imdb:tt9999999", publicId("series", 2)],
    ];
    for (const view of ["summary", "detail"]) {
      const { results } = await post({ refs, view });
      expect(results?.map(({ status, id, candidates }) => [status, id, candidates])).toEqual([
        ["removed", publicId("movie", 4), null],
        ["ambiguous", null, [publicId("movie", 2), publicId("movie", 3)]],
        ["ambiguous", null, [publicId("series", 1), publicId("movie", 2)].toSorted(byDigits)],
        ["found", publicId("series", 1), null],
        ...[0, 1, 2, 3].map(() => ["missing", null, null]),
      ]);
      const filled = results?.map(({ entity }) => entity?.id ?? null);
      expect(filled).toEqual(results?.map(({ id }) => id));
      expect(results?.[0]?.entity).toMatchObject({ removed_at: "2026-01-01T00:00:00.000Z" });
    }
  });

  const byDigits = (a: string, b: string) => (a.slice(-32) < b.slice(-32) ? -1 : 1);

  test("N7: the same reference 200 times is 200 items, read once", async () => {
    const { results, statements } = await post({ refs: Array(200).fill("movie/tmdb:603") });
    expect([results?.length, statements]).toEqual([200, 1]);
    expect(new Set(results?.map((item) => JSON.stringify(item))).size).toBe(1);
  });

  const many = (count: number) => Array(count).fill("movie/tmdb:603");
  test.each<[string, unknown, string[]]>([
    ["no refs", {}, ["refs"]],
    ["none", { refs: [] }, ["refs"]],
    ["201", { refs: many(201) }, ["refs"]],
    ["51 details", { refs: many(51), view: "detail" }, ["refs"]],
    ["a number", { refs: [603] }, ["refs.0"]],
    ["null", { refs: ["movie/tmdb:603", null] }, ["refs.1"]],
    ["null for refs", { refs: null }, ["refs"]],
    ["a text", { refs: "movie/tmdb:603" }, ["refs"]],
    ["no kind", { refs: ["imdb:tt0133093", "tmdb:603", "tvdb:1"] }, ["refs.1", "refs.2"]],
    ["a user", { refs: [publicId("user", 1)] }, ["refs.0"]],
    ["a job", { refs: [publicId("job", 1)] }, ["refs.0"]],
    ["a genre", { refs: ["genre_01980000000070008000000000000001"] }, ["refs.0"]],
    ["4 KB", { refs: ["x".repeat(4_096)] }, ["refs.0"]],
    ["a person's id of a movie", { refs: ["movie/imdb:nm0000206"] }, ["refs.0"]],
    ["another view", { refs: many(1), view: "x" }, ["view"]],
    ["another part", { refs: many(1), view: "detail", include: ["x"] }, ["include.0"]],
    [
      "a part twice",
      { refs: many(1), view: "detail", include: ["credits", "credits"] },
      ["include"],
    ],
    [
      "a part of no kind",
      { refs: ["keyword/tmdb:818"], view: "detail", include: ["credits"] },
      ["include"],
    ],
    ["another field", { refs: many(1), x: 1 }, ["x"]],
  ])("N6, N7: refuses %s, and answers nothing in part", async (_, body, fields) => {
    const refused = await post(body);
    expect(refused).toMatchObject({ status: 422, code: "validation_error", statements: 0 });
    expect(refused.fields).toEqual(fields);
  });

  test("N6: says which parts fit", async () => {
    const unfit = await post({
      refs: ["keyword/tmdb:818", "movie/tmdb:603"],
      include: ["credits"],
    });
    expect(unfit.status).toBe(200);
    const { details } = await post({ refs: ["keyword/tmdb:818"], include: ["credits"] });
    expect(details?.[0]).toHaveProperty("allowed", []);
  });
});

describe("GET /entities", () => {
  test("N6, N8: answers like POST, and may be kept", async () => {
    const { status, text, headers, statements } = await get(
      `refs=${allRefs.join(",")}&view=detail`,
    );
    expect([status, statements]).toEqual([200, 1]);
    expect(text).toBe((await post({ refs: allRefs, view: "detail" })).text);
    expect(headers.get("cache-control")).toStartWith("public");
    expect(headers.get("etag")).not.toBeNull();
    expect((await get(`refs=${encodeURIComponent(allRefs.join(","))}`)).text).toBe(
      (await post({ refs: allRefs })).text,
    );
    const included = await get("refs=movie/tmdb:603&view=detail&include=credits");
    const single = await service.get("/movies/tmdb:603?include=credits");
    expect(JSON.stringify(included.results?.[0]?.entity)).toBe(single.text);
  });

  const many = (count: number) => Array(count).fill("movie/tmdb:603").join(",");
  test.each<[string, string, string[]]>([
    ["no refs", "view=summary", ["refs"]],
    ["none", "refs=", ["refs"]],
    ["51", `refs=${many(51)}`, ["refs"]],
    ["21 details", `refs=${many(21)}&view=detail`, ["refs"]],
    ["a wrong one", "refs=movie/tmdb:603,tmdb:603,x", ["refs.1", "refs.2"]],
    ["an empty one", "refs=movie/tmdb:603,", ["refs.1"]],
    ["refs twice", "refs=movie/tmdb:603&refs=movie/tmdb:604", ["refs"]],
    ["another view", "refs=movie/tmdb:603&view=full", ["view"]],
    ["another part", "refs=movie/tmdb:603&view=detail&include=x", ["include"]],
    ["an unfit part", "refs=keyword/tmdb:818&view=detail&include=credits", ["include"]],
  ])("N6, N7: refuses %s", async (_, query, fields) => {
    const refused = await get(query);
    expect(refused).toMatchObject({ status: 422, code: "validation_error", statements: 0 });
    expect(refused.fields).toEqual(fields);
  });
});

describe("the rate limit", () => {
  test.each(["memory", "postgres"])(
    "N9: counts 20 references as one request, in %s",
    async (store) => {
      const settings = { RATE_LIMIT_PUBLIC: "20", RATE_LIMIT_STORE: store };
      await using limited = await testService({ settings });
      const left = ({ headers }: { headers: Headers }) => headers.get("ratelimit-remaining");
      const refs = (count: number) => Array<string>(count).fill("movie/tmdb:603");
      const posted = (count: number) => limited.post("/entities", { refs: refs(count) });
      const got = (count: number) => limited.get(`/entities?refs=${refs(count).join(",")}`);
      expect(left(await posted(1))).toBe("19");
      expect(left(await posted(20))).toBe("18");
      expect(left(await posted(21))).toBe("16");
      expect(left(await got(20))).toBe("15");
      expect(left(await got(41))).toBe("12");
      expect(left(await limited.get("/movies"))).toBe("11");
      expect(left(await posted(200))).toBe("1");
      const refused = await posted(200);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).not.toBeNull();
    },
  );
});
