import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { listIncludes } from "~/catalog/titles/list-includes";
import { publicId } from "../catalog/ids";
import { givenListed, movieNumbers, seriesNumbers } from "../catalog/titles/listed-rows";
import { type TestService, testService } from "../support/service";

setDefaultTimeout(120_000);

type Title = { id: string };
type Page = { results: Record<string, unknown>[] };
type Refusal = { error: { code: string; details: { field: string }[] } };

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await testService();
  await givenListed(service.db);
  token = await service.addAccount("lists@example.org");
  const ids = {
    movies: movieNumbers.map((n) => publicId("movie", n)),
    series: seriesNumbers.map((n) => publicId("series", n)),
  };
  for (const [path, titles] of Object.entries(ids)) {
    for (const id of titles) {
      await service.send("PUT", `/${path}/${id}/rating`, { value: 7 }, token);
      await service.send("PUT", `/${path}/${id}/watchlist`, undefined, token);
    }
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const list = <Body = Page>(path: string) => service.send<Body>("GET", path, undefined, token);

const lists = ["ratings", "watchlist"].flatMap((list) =>
  (["movies", "series"] as const).map((kind) => ({ path: `/account/${list}/${kind}`, kind })),
);

test("N22: the titles of an account's lists carry what lists of the catalog do, by no more statements", async () => {
  for (const { path, kind } of lists) {
    for (const include of [...listIncludes, listIncludes.join(","), "keywords,external_ids"]) {
      const asked = `page_size=50&country=us&include=${include}`;
      const catalog = await service.get<{ results: Title[] }>(`/${kind}?${asked}`);
      const known = new Map(catalog.body.results.map((title) => [title.id, title]));
      const before = service.statements();
      const plain = await list(`${path}?page_size=50`);
      const between = service.statements();
      const more = await list(`${path}?${asked}`);
      expect(service.statements() - between).toBe(between - before);
      const field = kind === "movies" ? "movie" : "series";
      const expected = plain.body.results.map((item) => ({
        ...item,
        [field]: known.get((item[field] as Title).id),
      }));
      expect(expected.length).toBe(known.size);
      expect(JSON.stringify(more.body.results)).toBe(JSON.stringify(expected));
    }
  }
});

test("N22: an account's lists need a country for watch providers, and know no other parts", async () => {
  for (const { path } of lists) {
    for (const [query, field] of [
      ["include=watch_providers", "country"],
      ["include=credits", "include"],
      ["include=keywords&country=USA", "country"],
    ]) {
      const { status, body } = await list<Refusal>(`${path}?${query}`);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: "validation_error", details: [{ field }] });
    }
  }
});
