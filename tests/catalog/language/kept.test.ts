import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { uuidOf } from "~/http/request/public-id";
import { refreshNames } from "~/search/names";
import { type HotService, hotService } from "../../http/hot-answers/hot-service";

setDefaultTimeout(60_000);

type Titled = { title: string; localized?: object };
type Page = { results: Titled[] };

let service: HotService;
let movie: string;
const translate = (language: string, title: string) =>
  service.db.execute(sql`
    insert into translations (owner_kind, owner_id, language, country, title)
    values ('movie', ${uuidOf("movie", movie)}, ${language}, '', ${title})`);

beforeAll(async () => {
  service = await hotService();
  movie = await service.addMovie("Kept Light ");
  await translate("fr", "Lumière");
  await translate("de", "Licht");
  await refreshNames(service.db, [uuidOf("movie", movie) ?? ""]);
  await service.caughtUp();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A response, and how many statements the service sent for it. */
async function read<Body>(path: string, headers: Record<string, string> = {}) {
  const before = service.statements();
  const response = await service.get<Body>(path, headers);
  return { ...response, statements: service.statements() - before };
}

test("N43: an answer in the client's languages is computed for each client, kept for none, and not given to others", async () => {
  const path = `/movies/${movie}?language=auto`;
  const accepting = (languages: string) => read<Titled>(path, { "accept-language": languages });
  const [french, german, again] = [
    await accepting("fr"),
    await accepting("de"),
    await accepting("fr"),
  ];

  expect([french, german, again].map(({ body }) => body.title)).toEqual([
    "Lumière",
    "Licht",
    "Lumière",
  ]);
  expect([french, german, again].map(({ statements }) => statements)).toEqual([1, 1, 1]);
  for (const { headers } of [french, german]) {
    expect(headers.get("vary")?.split(", ").sort()).toEqual(["accept-encoding", "accept-language"]);
  }
  expect([french, german].map(({ headers }) => headers.get("content-language"))).toEqual([
    "fr, en",
    "de, en",
  ]);
  const both = await Promise.all(["fr", "de", "fr", "de"].map(accepting));
  expect(both.map(({ body }) => body.title)).toEqual(["Lumière", "Licht", "Lumière", "Licht"]);
});

test("N43: an answer in named languages is kept with its languages, and does not vary by those of the client", async () => {
  const path = `/movies/${movie}?language=fr`;
  const first = await read<Titled>(path, { "accept-language": "de" });
  const kept = await read<Titled>(path);

  expect([first.statements, kept.statements]).toEqual([1, 0]);
  expect(kept.text).toBe(first.text);
  for (const { headers } of [first, kept]) {
    expect(headers.get("content-language")).toBe("fr, en");
    expect(headers.get("vary")).toBe("accept-encoding");
  }
  const etag = kept.headers.get("etag") ?? "";
  const unchanged = await read(path, { "if-none-match": etag });
  expect([unchanged.status, unchanged.headers.get("content-language")]).toEqual([304, "fr, en"]);
  const plain = await read<Titled>(`/movies/${movie}`);
  expect(plain.headers.get("etag")).not.toBe(etag);
});

test("N43: a new translation is in the answer at once", async () => {
  const path = `/movies/${movie}?language=it`;
  expect((await read<Titled>(path)).body.title).toBe("Kept Light ");
  await translate("it", "Luce");
  await service.caughtUp();

  expect((await read<Titled>(path)).body.title).toBe("Luce");
});

test("N45: a search answers its results in the languages asked for", async () => {
  const { body, headers } = await read<Page>("/search?query=kept&language=de");

  expect(body.results[0]).toMatchObject({ title: "Licht", localized: { title: "de" } });
  expect(Object.keys(body.results[0] ?? {}).at(-1)).toBe("localized");
  expect(headers.get("content-language")).toContain("de");
});

test("N40 N40: the lists of an account are in the languages asked for, also in those of the client", async () => {
  const token = await service.addAccount("mara@example.org");
  const authorization = `Bearer ${token}`;
  await service.send("PUT", `/movies/${movie}/rating`, { value: 8 }, token);
  await service.send("PUT", `/movies/${movie}/watchlist`, undefined, token);
  type Rated = { results: { movie: Titled }[] };
  for (const list of ["ratings", "watchlist"]) {
    const path = `/account/${list}/movies?language`;
    const named = await read<Rated>(`${path}=fr`, { authorization });
    expect(named.body.results[0]?.movie).toMatchObject({
      title: "Lumière",
      localized: { title: "fr" },
    });
    expect(named.headers.get("content-language")).toContain("fr");

    const auto = await read<Rated>(`${path}=auto`, { authorization, "accept-language": "de" });
    expect(auto.body.results[0]?.movie.title).toBe("Licht");
    expect(auto.headers.get("vary")?.toLowerCase()).toBe("authorization, accept-language");
    expect(auto.headers.get("cache-control")).toBe("no-store");
  }
});
