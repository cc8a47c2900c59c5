import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type TestCatalog, testCatalog } from "../catalog";
import { notFound, publicId } from "../ids";
import {
  givenImages,
  givenMovie,
  givenOfferings,
  givenSeries,
  givenVideos,
  offerings,
} from "../rows";
import { images, videos } from "./expected";

const movie = { kind: "movie", path: "/movies", other: "/series", label: "M93 M94 M96" } as const;
const series = {
  kind: "series",
  path: "/series",
  other: "/movies",
  label: "M100 M101 M102",
} as const;

describe.each([movie, series])("sub-resources of $path/{id}", ({ kind, path, other, label }) => {
  let catalog: TestCatalog;
  const [full, bare] = [publicId(kind, 1), publicId(kind, 2)];
  const none = { results: {}, attribution: offerings.attribution };

  beforeAll(async () => {
    catalog = await testCatalog();
    const given = kind === "movie" ? givenMovie : givenSeries;
    await given(catalog.db, 1, { poster_path: "/b.jpg" });
    await given(catalog.db, 2);
    await givenImages(catalog.db, kind, 1);
    await givenVideos(catalog.db, 1);
    await givenOfferings(catalog.db, 1);
  });
  afterAll(() => catalog[Symbol.asyncDispose]());

  test(`M47 ${label}: images stand by type, the primary one first, in one statement`, async () => {
    expect(await catalog.get(`${path}/${full}/images`)).toEqual({
      status: 200,
      body: images,
      statements: 1,
    });
  });

  test(`M94 ${label}: videos keep the provider's order and link to their site where it is known`, async () => {
    expect(await catalog.get(`${path}/${full}/videos`)).toEqual({
      status: 200,
      body: videos,
      statements: 1,
    });
  });

  test(`M41 M42 M107 ${label}: offerings stand by country and kind of payment, sorted by priority, then name`, async () => {
    const answer = await catalog.get<object>(`${path}/${full}/watch-providers`);

    expect(answer).toEqual({ status: 200, body: { id: full, ...offerings }, statements: 1 });
    expect(Object.keys(answer.body)).toEqual(["id", "attribution", "results"]);
  });

  test("M107: country= narrows offerings to one country, in either case", async () => {
    const { results } = offerings;
    for (const country of ["US", "us"]) {
      const { body } = await catalog.get(`${path}/${full}/watch-providers?country=${country}`);
      expect(body).toEqual({ id: full, ...offerings, results: { US: results.US } });
    }
  });

  test("M110: offerings carry their attribution also when there are none", async () => {
    for (const query of ["watch-providers", "watch-providers?country=JP"]) {
      const { body } = await catalog.get(`${path}/${bare}/${query}`);
      expect(body).toEqual({ id: bare, ...none });
    }
  });

  test.each(["USA", "U", "1A", "", "%C3%A9s"])("M107: country=%p is refused", async (country) => {
    const { status, body } = await catalog.get<{ error: { code: string } }>(
      `${path}/${full}/watch-providers?country=${country}`,
    );

    expect({ status, code: body.error.code }).toEqual({ status: 422, code: "validation_error" });
  });

  test("M93 M94: a title without images, videos or credits answers empty lists", async () => {
    const empty = { cast: [], crew: [], ...(kind === "series" && { creators: [] }) };
    const answers = await Promise.all(
      ["images", "videos", "credits"].map((part) => catalog.get(`${path}/${bare}/${part}`)),
    );
    expect(answers.map(({ body }) => body)).toEqual([
      { posters: [], backdrops: [], logos: [] },
      { results: [] },
      empty,
    ]);
  });

  const parts = ["", "/credits", "/images", "/videos", "/watch-providers"];
  test.each(parts)("M17 M91 M97: an id that names no such title is 404: {id}%s", async (part) => {
    const unknown = publicId(kind, 9);
    const wrongKind = publicId(kind === "movie" ? "series" : "movie", 1);
    for (const id of [unknown, wrongKind, full.toUpperCase(), "1", `${full}0`, "%00"]) {
      const { status, body } = await catalog.get(`${path}/${id}${part}`);
      expect({ status, body }).toEqual(notFound(kind));
    }
  });

  test(`M17: the UUID of a ${kind} under ${other} is 404`, async () => {
    const otherKind = kind === "movie" ? "series" : "movie";
    const { status, body } = await catalog.get(`${other}/${publicId(otherKind, 1)}`);

    expect({ status, body }).toEqual(notFound(otherKind));
  });
});
