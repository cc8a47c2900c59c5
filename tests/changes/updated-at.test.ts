import { expect, test } from "bun:test";
import { testDatabase } from "../support/database";
import { ID, oneOfEach } from "./one-of-each";

test.each([
  ["a movie's own column", `update movies set tagline = 'other' where id = '${ID.movie}'`],
  ["what belongs to a movie", `delete from videos where title_id = '${ID.movie}'`],
])(
  "N62: a transaction that began before another one and commits after it moves updated_at as answers show it: %s",
  async (_, statement) => {
    await using database = await testDatabase();
    const { driver } = database;
    await oneOfEach(driver);
    const shown = async () => {
      const [row] =
        await driver`select date_trunc('milliseconds', updated_at)::text as at from movies`;
      return row?.at;
    };
    let between: unknown;

    await driver.begin(async (earlier) => {
      await earlier`select now()`;
      await driver`update movies set title = 'changed meanwhile'`;
      between = await shown();
      await earlier.unsafe(statement);
    });

    expect(await shown()).not.toBe(between);
  },
);
