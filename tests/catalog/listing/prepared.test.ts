import { expect, setDefaultTimeout, test } from "bun:test";
import { genres } from "~/vocabulary";
import { testCatalog } from "../catalog";
import { shapesOf } from "./variants";

setDefaultTimeout(60_000);

/** A listing's statement with its plan takes up to 300 KB of its connection's process. */
const MOST_KEPT = 24;

test("S20: however listings are filtered and ordered, a connection keeps few prepared statements", async () => {
  await using catalog = await testCatalog({ pool: { max: 1 } });
  const genre = `genre_${genres[0]?.id.replaceAll("-", "")}`;
  const paths = [...shapesOf("movies"), ...shapesOf("series")];
  expect(paths.length).toBeGreaterThan(1_500);
  for (const path of paths)
    expect((await catalog.get(path.replace("GENRE", genre))).status).toBe(200);
  const [row] = await catalog.driver`select count(*)::int as kept from pg_prepared_statements`;
  expect(row?.kept).toBeLessThanOrEqual(MOST_KEPT);
});
