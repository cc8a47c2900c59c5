import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Db } from "~/db/client";
import { everyListed, listsOf } from "~/positions/lists";
import { fold, rebuild } from "~/positions/upkeep";
import { movieStatuses, seriesStatuses } from "~/vocabulary";
import { titlesOf } from "../catalog/listing/oracle";
import { storeKeywords, storeTitles } from "../catalog/listing/rows";
import { testDatabase } from "../support/database";
import { bothWays, lists, wrongStarts } from "./oracle";
import { writePerson, writeSomething } from "./writers";

setDefaultTimeout(60_000);
const sizes = { block: 7, long: 12 };

async function positioned() {
  const database = await testDatabase({
    max: 10,
    lock_timeout_ms: 20_000,
    statement_timeout_ms: 20_000,
  });
  const { db } = database;
  await storeKeywords(db);
  await storeTitles(db, "movie", titlesOf(movieStatuses, 260, 1));
  await storeTitles(db, "series", titlesOf(seriesStatuses, 140, 200_000));
  for (let n = 0; n < 300; n += 1) await writePerson(db);
  for (const listed of everyListed)
    for (const list of listsOf(listed)) await rebuild(db, list, sizes);
  return database;
}

/** Compares some page of each order and filter with that of OFFSET. */
async function comparePages(tx: Db, round: number): Promise<void> {
  const include_adult = round % 2 === 0 ? "true" : "false";
  for (const list of lists.filter(({ table }) => table !== "series")) {
    const filters = list.table === "people" ? [{}] : [{}, { genre: 6 }, { year: 1999 }];
    for (const filter of filters) {
      const page = 2 + ((round * 7) % 30);
      const asked = { page, page_size: 5 + (round % 4), include_adult, ...filter } as const;
      const { found, expected } = await bothWays(tx, list, asked);
      expect({ list, asked, found }).toEqual({ list, asked, found: expected as never });
    }
  }
}

describe("positions", () => {
  test("every page of every list is that of OFFSET", async () => {
    await using database = await positioned();
    const { db } = database;
    expect(await wrongStarts(db)).toEqual([]);
    for (const list of lists) {
      for (const include_adult of ["true", "false"] as const) {
        for (let page = 1; page < 40; page += 3) {
          const { found, expected } = await bothWays(db, list, {
            page,
            page_size: 10,
            include_adult,
          });
          expect({ list, page, found }).toEqual({ list, page, found: expected as never });
        }
      }
    }
  });

  test("a page is exact in its snapshot while eight write and one folds, and starts equal a recount", async () => {
    await using database = await positioned();
    const { db } = database;
    let writing = 8;
    const writer = async () => {
      for (let i = 0; i < 150; i += 1) await writeSomething(db);
      writing -= 1;
    };
    const folder = async () => {
      while (writing > 0) {
        for (const listed of everyListed) await fold(db, listed, sizes);
        await Bun.sleep(5);
      }
    };
    const reader = async () => {
      for (let round = 0; writing > 0; round += 1) {
        await db.transaction((tx) => comparePages(tx, round), {
          isolationLevel: "repeatable read",
        });
      }
    };
    await Promise.all([...Array.from({ length: 8 }, writer), folder(), reader()]);
    for (const listed of everyListed) await fold(db, listed, sizes);
    expect(await wrongStarts(db)).toEqual([]);
  });
});
