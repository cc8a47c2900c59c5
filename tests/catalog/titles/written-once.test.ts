import { expect, test } from "bun:test";
import { getMovie } from "~/catalog/movies/queries";
import { testCatalog } from "../catalog";
import { uuid } from "../ids";
import { givenMovie } from "../rows";

const titleOf = (movie: Awaited<ReturnType<typeof getMovie>>): unknown =>
  movie && JSON.parse(movie.json).title;

test("a statement written once runs where it is asked to: a transaction sees its own movie, the pool does not", async () => {
  await using catalog = await testCatalog();
  const { db } = catalog;
  expect(await getMovie(db, uuid(1))).toBeUndefined();

  const [inside, outside] = await db.transaction(async (tx) => {
    await givenMovie(tx, 1);
    return [await getMovie(tx, uuid(1)), await getMovie(db, uuid(1))];
  });

  expect(titleOf(inside)).toBe("Movie 1");
  expect(outside).toBeUndefined();
  expect(titleOf(await getMovie(db, uuid(1)))).toBe("Movie 1");
});
