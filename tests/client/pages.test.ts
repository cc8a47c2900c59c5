import { expect, test } from "bun:test";
import fc from "fast-check";
import { CatalogError, isError } from "../../client/src/index";
import { clientOf, json, refusal } from "./answers";

/** Answers pages of these numbers. */
const listOf = (numbers: number[]) => (request: Request) => {
  const { searchParams } = new URL(request.url);
  const [page, page_size] = [searchParams.get("page"), searchParams.get("page_size")].map(Number);
  const [from, size] = [((page ?? 1) - 1) * (page_size || 20), page_size || 20];
  const results = numbers.slice(from, from + size);
  return json({ page, page_size: size, total_results: numbers.length, results });
};

test("N91: pages gives every item once, in order, and asks for no page beyond the total", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 50 }), async (count, size) => {
      const numbers = Array.from({ length: count }, (_, n) => n);
      const { client, asked } = clientOf(listOf(numbers));

      const items = await Array.fromAsync(client.pages("/api/v1/movies", { page_size: size }));

      expect(items as unknown[]).toEqual(numbers);
      expect(asked()).toHaveLength(Math.max(1, Math.ceil(count / size)));
    }),
    { numRuns: 50 },
  );
});

test("N91: pages passes on the query and the id, and begins at the page that it is told", async () => {
  const { client, asked } = clientOf(listOf(Array(45).fill(0)));

  await Array.fromAsync(client.pages("/api/v1/movies", { genre: "Drama|Crime", page: 2 }));
  await Array.fromAsync(
    client.pages("/api/v1/movies/{id}/recommendations", { page_size: 50 }, { id: "tmdb:603" }),
  );

  expect(asked()).toEqual([
    "GET /movies?genre=Drama%7CCrime&page=2",
    "GET /movies?genre=Drama%7CCrime&page=3",
    "GET /movies/tmdb%3A603/recommendations?page_size=50&page=1",
  ]);
});

test("N91: pages ends where its reader stops, and with a list that became shorter", async () => {
  const stopped = clientOf(listOf(Array(100).fill(0)));
  for await (const _ of stopped.client.pages("/api/v1/movies")) break;
  expect(stopped.asked()).toHaveLength(1);

  const first = json({ page: 1, page_size: 20, total_results: 60, results: Array(20).fill(0) });
  const empty = json({ page: 2, page_size: 20, total_results: 60, results: [] });
  const shorter = clientOf(first, empty);
  expect(await Array.fromAsync(shorter.client.pages("/api/v1/movies"))).toHaveLength(20);
  expect(shorter.asked()).toHaveLength(2);
});

test("N91: pages throws the error of the service", async () => {
  const details = [{ in: "query", field: "year", message: "must be an integer" }];
  const { client } = clientOf(json(refusal("invalid_filter", { details }), 422));

  const thrown = await Array.fromAsync(client.pages("/api/v1/movies", { year: 1 })).catch(
    (error: unknown) => error,
  );

  expect(thrown).toBeInstanceOf(CatalogError);
  expect(thrown).toMatchObject({ status: 422, error: { code: "invalid_filter", details } });
  expect([isError(thrown, "invalid_filter"), isError(thrown, "other"), isError(thrown)]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([undefined, null, "text", {}, { error: null }, { error: {} }, { error: { code: 1 } }])(
  "N91: %p is no error of the service",
  (value) => {
    expect([isError(value), isError(value, "movie_not_found")]).toEqual([false, false]);
  },
);

test("what is before the service may answer with something else", async () => {
  const { client } = clientOf(new Response("<h1>Bad Gateway</h1>", { status: 502 }));

  const thrown = await Array.fromAsync(client.pages("/api/v1/movies")).catch((error) => error);

  expect(thrown).toMatchObject({ status: 502, error: { code: "unknown" }, message: "HTTP 502" });
});
