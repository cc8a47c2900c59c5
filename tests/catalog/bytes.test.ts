import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { movies } from "~/db/schema";
import { type Page, testCatalog } from "./catalog";
import { publicId, uuid } from "./ids";
import { givenMovie } from "./rows";

const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constant('"\\/\b\f\u2028'),
  )
  .map((value) => value.replaceAll("\0", ""))
  .filter((value) => value !== "");
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

test("M18: whatever texts and numbers a movie has, a list and its detail send the bytes that JSON.stringify makes of them", async () => {
  await using catalog = await testCatalog();
  await givenMovie(catalog.db, 1);
  const id = publicId("movie", 1);
  const stored = fc.record({
    title: text,
    overview: fc.option(text),
    tagline: fc.option(text),
    popularity: fc.option(number),
    vote_average: fc.option(number),
    vote_count: fc.option(fc.integer()),
    budget: fc.option(fc.maxSafeInteger()),
    origin_countries: fc.option(fc.array(text, { maxLength: 3 })),
  });

  await fc.assert(
    fc.asyncProperty(stored, async (values) => {
      await catalog.db
        .update(movies)
        .set(values)
        .where(eq(movies.id, uuid(1)));
      const detail = await catalog.fetch(`/movies/${id}`).then((response) => response.text());
      const list = await catalog.fetch("/movies").then((response) => response.text());

      const movie = JSON.parse(detail);
      expect(JSON.stringify(movie)).toBe(detail);
      expect({ ...values, origin_countries: values.origin_countries ?? [] }).toEqual(
        Object.fromEntries(Object.keys(values).map((key) => [key, movie[key]])) as never,
      );
      const page: Page<Record<string, unknown>> = JSON.parse(list);
      expect(JSON.stringify(page)).toBe(list);
      expect(page.results[0]?.overview).toEqual(values.overview);
      expect(page.results[0]?.popularity).toEqual(values.popularity);
    }),
    { numRuns: 150 },
  );
});
