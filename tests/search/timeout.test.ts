import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

test("a search that takes too long returns exact names and prefixes instead of an error", async () => {
  await using catalog = await searchedCatalog();
  await catalog.addMovie({ title: "Interstellar", votes: 30_000 });
  await catalog.addMovie({ title: "Interval", votes: 300 });
  await catalog.addMovie({ title: "Within Inter", votes: 300 });
  expect(await catalog.names("inter")).toHaveLength(3);
  await catalog.db.execute(sql`
    create or replace function search_words_query(words text[]) returns tsquery
    language plpgsql immutable parallel safe as 'begin perform pg_sleep(20); return null; end'`);
  expect(await catalog.names("inter")).toEqual(["Interstellar", "Interval"]);
});
