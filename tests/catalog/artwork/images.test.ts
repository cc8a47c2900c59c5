import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { Image } from "~/catalog/artwork/images";
import * as schema from "~/db/schema";
import { type ArtworkType, artworkTypes } from "~/vocabulary";
import { type TestCatalog, testCatalog } from "../catalog";
import { notFound, publicId, uuid } from "../ids";
import { givenMovie, givenPerson, givenSeries } from "../rows";

setDefaultTimeout(30_000);

type Kind = "movie" | "series" | "season" | "episode" | "person" | "collection" | "company";
const lists: Record<Kind, readonly [path: string, n: number, ...lists: string[]]> = {
  movie: ["/movies", 1, "posters", "backdrops", "logos"],
  series: ["/series", 2, "posters", "backdrops", "logos"],
  season: ["/seasons", 3, "posters"],
  episode: ["/episodes", 4, "stills"],
  person: ["/people", 5, "profiles"],
  collection: ["/collections", 6, "posters", "backdrops"],
  company: ["/companies", 7, "logos"],
};
const kinds = Object.keys(lists) as Kind[];

let catalog: TestCatalog;

const languages = ["en", "de", "xx", "fr"];
/** Two images of each type and language for a record; the second one of each type is the primary one. */
const imagesFor = (owner_kind: Kind, n: number) =>
  artworkTypes.flatMap((type, t) =>
    languages.flatMap((language, l) =>
      [0, 1].map((copy) => ({
        id: uuid(0x1000 * n + 0x100 * t + 0x10 * l + copy),
        owner_kind,
        owner_id: uuid(n),
        type,
        file_path: copy === 1 && l === 1 ? "/primary.jpg" : `/${language}${copy}.jpg`,
        language,
        position: 7 - 2 * l - copy,
      })),
    ),
  );

beforeAll(async () => {
  catalog = await testCatalog();
  const { db } = catalog;
  const primary = "/primary.jpg";
  await givenMovie(db, 1, { poster_path: primary, backdrop_path: primary });
  await givenSeries(db, 2, { poster_path: primary, backdrop_path: primary });
  await db
    .insert(schema.seasons)
    .values({ id: uuid(3), series_id: uuid(2), season_number: 1, poster_path: primary });
  await db.insert(schema.episodes).values({
    id: uuid(4),
    series_id: uuid(2),
    season_id: uuid(3),
    episode_number: 1,
    still_path: primary,
  });
  await givenPerson(db, 5, "Somebody");
  await db.update(schema.people).set({ profile_path: primary });
  await db.insert(schema.collections).values({
    id: uuid(6),
    external_id: 6,
    name: "Six",
    poster_path: primary,
    backdrop_path: primary,
  });
  await db.insert(schema.companies).values({
    id: uuid(7),
    external_id: 7,
    name: "Seven",
    company_type: "network",
    logo_path: primary,
  });
  for (const kind of kinds) {
    await db.insert(schema.artwork).values(imagesFor(kind, lists[kind][1]));
  }
});
afterAll(() => catalog[Symbol.asyncDispose]());

type Body = Record<string, Image[]>;
const pathOf = (kind: Kind) => `${lists[kind][0]}/${publicId(kind, lists[kind][1])}/images`;

/** What is left of a whole answer by the filters. */
function filtered(
  body: Body,
  { image_language, image_type, image_limit }: Record<string, string | undefined>,
): Body {
  const codes = image_language?.split(",").map((code) => (code === "null" ? null : code));
  const types = image_type?.split(",");
  const wanted = ({ language, type }: Image) =>
    (codes === undefined || codes.includes(language)) &&
    (types === undefined || types.includes(type));
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? value.filter(wanted).slice(0, image_limit === undefined ? value.length : +image_limit)
      : value,
  ]);
  return Object.fromEntries(entries);
}

describe.each(kinds)("the images of a %s", (kind) => {
  const [, n, ...names] = lists[kind];
  const ownId = kind === "movie" || kind === "series" ? [] : ["id"];

  test("N18: have a list for each type of the kind, the primary one first, by one statement", async () => {
    const { status, body, statements } = await catalog.get<Body>(pathOf(kind));
    expect({ status, statements, keys: Object.keys(body) }).toEqual({
      status: 200,
      statements: 1,
      keys: [...ownId, ...names],
    });
    if (ownId.length > 0) expect(body.id as unknown).toBe(publicId(kind, n));
    const hasPrimary = (name: string) => kind === "company" || name !== "logos";
    for (const name of names) {
      const list = body[name] ?? [];
      expect(list).toHaveLength(2 * languages.length);
      expect(list.map(({ is_primary }) => is_primary)).toEqual(
        list.map((_, at) => at === 0 && hasPrimary(name)),
      );
      expect(new Set(list.map(({ type }) => `${type}s`))).toEqual(new Set([name]));
    }
  });

  test("N20: are those of the languages and types that are asked for, in the same order, no more than the limit", async () => {
    const { body: all } = await catalog.get<Body>(pathOf(kind));
    const query = fc.record(
      {
        image_language: fc
          .array(fc.constantFrom("en", "de", "fr", "null", "ja"), { minLength: 1, maxLength: 10 })
          .map((codes) => codes.join(",")),
        image_type: fc
          .uniqueArray(fc.constantFrom(...(artworkTypes as readonly ArtworkType[])), {
            minLength: 1,
          })
          .map((types) => types.join(",")),
        image_limit: fc.constantFrom("1", "2", "3", "100"),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(query, async (given) => {
      const { status, body, statements } = await catalog.get<Body>(
        `${pathOf(kind)}?${new URLSearchParams(given as Record<string, string>)}`,
      );
      expect({ status, statements }).toEqual({ status: 200, statements: 1 });
      expect(body).toEqual(filtered(all, given));
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test("M17: of an id that names nothing are 404", async () => {
    const { status, body } = await catalog.get(`${lists[kind][0]}/${publicId(kind, 99)}/images`);
    expect({ status, body }).toEqual(notFound(kind));
  });
});

test("N20: TMDB's include_image_language is the same parameter", async () => {
  const read = async (query: string) => (await catalog.get(`${pathOf("movie")}?${query}`)).body;
  const own = await read("image_language=en,null&image_limit=3");
  expect(await read("include_image_language=en,null&image_limit=3")).toEqual(own);
});

test("N20: images without text are asked for as null only", async () => {
  const { body } = await catalog.get<Body>(`${pathOf("movie")}?image_language=xx`);
  expect(body).toEqual({ posters: [], backdrops: [], logos: [] });
});

const eleven = Array.from({ length: 11 }, () => "en").join(",");
const bad = [
  ["image_language", ["english", "e", "EN", "en,", ",en", "en-US", "en,,de", eleven, "nul"]],
  ["include_image_language", ["english"]],
  ["image_type", ["x", "poster,", "Poster", "posters"]],
  ["image_limit", ["0", "101", "-1", "1.5", "x"]],
] as const;
test.each(bad)("N20: a wrong %s is refused before any query", async (name, values) => {
  for (const value of values) {
    for (const path of [pathOf("person"), `/movies/${publicId("movie", 1)}`]) {
      type Refusal = { error: { code: string; details: { field: string }[] } };
      const query = `include=images&${name}=${value}`;
      const { status, body, statements } = await catalog.get<Refusal>(`${path}?${query}`);
      const [detail] = body.error.details;
      expect({ status, code: body.error.code, statements, field: detail?.field }).toEqual({
        status: 422,
        code: "validation_error",
        statements: 0,
        field: name,
      });
    }
  }
});
