import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import * as schema from "~/db/schema";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";
import { type TestCatalog, testCatalog, walk } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenEveryKind, owners, paths, unchangedPaths } from "./every-kind";
import { type Poster, type Row, tagsIn, translatedAnswer } from "./rules";

setDefaultTimeout(120_000);

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  await givenEveryKind(catalog.db);
});
afterAll(() => catalog[Symbol.asyncDispose]());

const with_language = (path: string, language: string) =>
  `${path}${path.includes("?") ? "&" : "?"}language=${language}`;

const all = Object.entries(owners).flatMap(([kind, numbers]) =>
  numbers.map((n) => ({ owner_kind: kind as TranslatedKind, owner_id: uuid(n) })),
);

const languages = ["en", "fr", "de", "pt", "zh"];
const countries = ["", "FR", "CA", "DE", "AT", "PT", "BR", "CN", "TW", "US"];
const text = fc.option(fc.constantFrom("a", "bé", '"c"', "四", "\\"));
const row: fc.Arbitrary<Row> = fc.record({
  owner: fc.constantFrom(...all),
  language: fc.constantFrom(...languages),
  country: fc.constantFrom(...countries),
  title: text,
  overview: text,
  tagline: text,
  homepage: text,
});
const poster: fc.Arbitrary<Poster> = fc.record({
  owner: fc.constantFrom(...all.filter(({ owner_kind }) => !/person|episode/.test(owner_kind))),
  language: fc.constantFrom(...languages, "xx"),
  file_path: fc.constantFrom("/a.jpg", "/B.jpg", "/b.jpg", "/c.jpg"),
  vote_average: fc.option(fc.constantFrom(5, 6)),
  vote_count: fc.option(fc.constantFrom(1, 2)),
});
const rows = fc.uniqueArray(row, {
  selector: ({ owner, language, country }) => `${owner.owner_id} ${language} ${country}`,
  maxLength: 60,
});
const posters = fc.uniqueArray(poster, {
  selector: ({ owner, language, file_path }) => `${owner.owner_id} ${language} ${file_path}`,
  maxLength: 30,
});
const tag = fc
  .tuple(fc.constantFrom(...languages), fc.constantFrom(...countries))
  .map(([language, country]) => (country === "" ? language : `${language}-${country}`));
const chain = fc.array(tag, { minLength: 1, maxLength: 5 });

async function store(given: Row[], images: Poster[]): Promise<void> {
  const { db } = catalog;
  await db.delete(schema.translations);
  await db.delete(schema.artwork);
  const values = given.map(({ owner, ...rest }) => ({ ...owner, ...rest }));
  if (values.length > 0) await db.insert(schema.translations).values(values);
  const art = images.map(({ owner, ...image }, n) => ({
    ...{ ...owner, ...image },
    ...{ id: uuid(0x1000 + n), type: "poster", position: n },
  }));
  if (art.length > 0) await db.insert(schema.artwork).values(art as never);
}

describe("reads in other languages", () => {
  test("N40 N41 N42 N44: whatever is translated, every read answers what the rules say of each field of each record, by one statement", async () => {
    const runs = fc.tuple(
      rows,
      posters,
      chain,
      fc.shuffledSubarray(paths, { minLength: 4, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(runs, async ([given, images, tags, some]) => {
        await store(given, images);
        for (const path of some) {
          const plain = await catalog.get<object>(path);
          const {
            text: received,
            headers,
            status,
          } = await catalog.request("GET", with_language(path, tags.join()));
          expect({ path, status }).toEqual({ path, status: 200 });
          const expected = translatedAnswer(plain.body, tags, given, images);
          expect(received).toBe(JSON.stringify(expected));
          expect(headers.get("content-language") ?? "").toBe(tagsIn(expected));
          expect((await catalog.get(with_language(path, tags.join()))).statements).toBe(1);
        }
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 25) },
    );
  });

  test.each(paths)("N40: %s takes a language and says `localized`", async (path) => {
    const { status, body, ignored } = await catalog.get(with_language(path, "fr"));
    expect({ status, ignored }).toEqual({ status: 200, ignored: undefined });
    expect(JSON.stringify(body)).toContain('"localized":{');
  });

  test.each(unchangedPaths)("N40: %s takes a language, which changes nothing", async (path) => {
    const { body } = await catalog.get(path);
    expect(await catalog.get(with_language(path, "fr"))).toMatchObject({
      status: 200,
      body: body as object,
      ignored: undefined,
    });
  });

  test.each([...paths, ...unchangedPaths])(
    "N43: %s is the same bytes whatever a client accepts, and does not vary by it",
    async (path) => {
      const plain = await catalog.request("GET", path);
      const headers = { "accept-language": "fr-CA,de;q=0.5" };
      const accepting = await catalog.request("GET", path, { headers });

      expect(accepting.text).toBe(plain.text);
      expect(accepting.text).not.toContain('"localized"');
      expect(accepting.headers.get("vary") ?? "").not.toContain("accept-language");
      expect(accepting.headers.get("content-language")).toBeNull();
    },
  );

  test("N44: pages in another language are in the order of what is stored, each record once", async () => {
    const owner = (n: number) => ({ owner_kind: "movie", owner_id: uuid(n) }) as const;
    await store([], []);
    await catalog.db.insert(schema.translations).values([
      { ...owner(1), language: "fr", country: "FR", title: "Zut" },
      { ...owner(3), language: "fr", country: "FR", title: "Ah" },
    ]);
    type Titled = { id: string; title: string };
    const listed = await walk<Titled>(catalog, "/movies?sort_by=title&language=fr", 1);

    expect(listed.map(({ title }) => title)).toEqual(["Zut", "Deux", "Ah"]);
    expect(listed.map(({ id }) => id)).toEqual([1, 2, 3].map((n) => publicId("movie", n)));
  });

  test.each([
    ...["english", "e", "fr_CA", "fr-", "fr,,en", "fr,de,es,it,pt,nl", "auto,fr", "fr,auto", "fr,"],
    ...["%00", "fr%00", "f%20r", "fr-CAN", "zh-Hani", "de-Hans", "*", "fr;q=1", ""],
  ])("N40: language=%s is refused before any query", async (language) => {
    for (const path of ["/movies", `/movies/${publicId("movie", 1)}`, "/people", "/genres"]) {
      const { status, body, statements } = await catalog.get<{
        error: { code: string; details: { field: string }[] };
      }>(`${path}?language=${language}`);
      expect({ status, code: body.error.code, statements }).toEqual({
        status: 422,
        code: "validation_error",
        statements: 0,
      });
      expect(body.error.details).toMatchObject([{ in: "query", field: "language" }]);
    }
  });
});
