import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { storedFunctions } from "../scripts/sql/functions";
import { laidOut } from "../scripts/sql/layout";
import { functionPage } from "../scripts/sql/page";
import { readRoutes, requestsOf } from "../scripts/sql/requests";
import { testDatabase } from "./support/database";

const folder = "docs/sql";
const command = "`bun run sql` writes them";

const written = async (place: string) =>
  (await readdir(place)).filter((name) => name.endsWith(".sql")).sort();

describe("the SQL that can be read", () => {
  test(`every read of the API has its files in docs/sql, and no file is left over (${command})`, async () => {
    const routes = await readRoutes();
    const files = routes.flatMap((route) => requestsOf(route, routes)).map(({ file }) => file);

    expect(await written(folder)).toEqual(files.sort());
    expect(new Set(files).size).toBe(files.length);
    expect(routes.length).toBeGreaterThan(40);
  });

  test(`each function inside PostgreSQL is in docs/sql/functions as the migrations leave it (${command})`, async () => {
    await using database = await testDatabase();
    const functions = await storedFunctions(database.driver);
    const pages = functions.map((each) => [`${each.name}.sql`, functionPage(each, functions)]);

    const files = await written(`${folder}/functions`);
    const texts = files.map(async (name) => [
      name,
      await Bun.file(`${folder}/functions/${name}`).text(),
    ]);
    expect(Object.fromEntries(await Promise.all(texts))).toEqual(Object.fromEntries(pages));
  });

  test("a route with a parameter that no record is known for is refused by name", () => {
    expect(() => requestsOf("/movies/{id}/reviews/{review_id}", [])).toThrow(
      "/movies/{id}/reviews/{review_id}: scripts/sql/requests.ts has no review_id",
    );
  });

  test("a key of a JSON object stands on the line of its value, however deep and however long", () => {
    const long =
      "a_rather_long_name_of_a_column_indeed, another_name_of_much_the_same_length, and_a_third_one";
    const text = `select json_build_object('a', x, 'kind', 'movie', 'deep',
      json_build_object('b', coalesce(${long}), 'c', (select y from z limit 1)), 'last', greatest(${long})) from t`;

    expect(laidOut(text).split("\n")).toEqual([
      "select",
      "  json_build_object(",
      "    'a', x,",
      "    'kind', 'movie',",
      "    'deep', json_build_object(",
      "      'b', coalesce(",
      "        a_rather_long_name_of_a_column_indeed,",
      "        another_name_of_much_the_same_length,",
      "        and_a_third_one",
      "      ),",
      "      'c', (",
      "        select",
      "          y",
      "        from",
      "          z",
      "        limit 1",
      "      )",
      "    ),",
      "    'last', greatest(",
      "      a_rather_long_name_of_a_column_indeed,",
      "      another_name_of_much_the_same_length,",
      "      and_a_third_one",
      "    )",
      "  )",
      "from",
      "  t",
    ]);
  });
});
