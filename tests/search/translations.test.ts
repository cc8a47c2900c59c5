import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import * as schema from "~/db/schema";
import { refreshNames, titleNamesStatement } from "~/search/names";
import { searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

type Titles = Record<string, string>;

async function translate(
  db: Db,
  owner_kind: "movie" | "series" | "collection",
  owner_id: string,
  titles: Titles,
): Promise<void> {
  await db.insert(schema.translations).values(
    Object.entries(titles).map(([tag, title]) => {
      const [language = "", country = ""] = tag.split("-");
      return { owner_kind, owner_id, language, country, title };
    }),
  );
  await refreshNames(db, [owner_id]);
}

describe.concurrent("titles in other languages", () => {
  test("N45: a search finds movies, series and collections by any translation, as typed, begun or misspelt", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    await translate(db, "movie", await catalog.addMovie({ title: "Copper Rain" }), {
      "fr-CA": "Pluie de cuivre",
      "ja-JP": "銅の雨",
    });
    await translate(db, "series", await catalog.addSeries({ title: "Salt Road" }), {
      "de-DE": "Die Salzstraße",
    });
    await translate(db, "collection", await catalog.addNamed("collections", "Lamp Collection"), {
      "es-ES": "Colección del farol",
    });
    for (const [query, name] of [
      ["pluie de cuivre", "Copper Rain"],
      ["pluie de cui", "Copper Rain"],
      ["pluie de cuirve", "Copper Rain"],
      ["銅の雨", "Copper Rain"],
      ["die salzstrasse", "Salt Road"],
      ["coleccion del farol", "Lamp Collection"],
    ] as const) {
      expect([query, ...(await catalog.names(query))].slice(0, 2)).toEqual([query, name]);
    }
  });

  test("N45 M89: a title goes before a translation that is spelled like it", async () => {
    await using catalog = await searchedCatalog();
    const known = await catalog.addMovie({ title: "Brume", votes: 20_000 });
    await translate(catalog.db, "movie", known, { "en-GB": "Fog" });
    await catalog.addMovie({ title: "Fog", votes: 20_000 });
    expect(await catalog.names("fog")).toEqual(["Fog", "Brume"]);
  });

  test("N45: a title with a hundred other names is found by each of its translations", async () => {
    await using catalog = await searchedCatalog();
    const alternates = Array.from({ length: 300 }, (_, n) => `Alternate name ${n}`);
    const id = await catalog.addMovie({ title: "Zebra Crossing", alternates });
    const letters = "abcdefghijklmnopqrst";
    const tags = [...letters].flatMap((a) => [...letters.slice(0, 7)].map((b) => a + b));
    const titles = Object.fromEntries(tags.map((tag, n) => [tag, `Zz translation ${n}`]));
    await translate(catalog.db, "movie", id, titles);
    for (const title of Object.values(titles)) {
      const { results } = await catalog.search(title);
      expect(results[0]).toMatchObject({ id: expect.stringContaining(id.replaceAll("-", "")) });
    }
  });

  test("N45: a translation that is gone, or like another name, is no name of its own", async () => {
    await using catalog = await searchedCatalog();
    const { db } = catalog;
    const id = await catalog.addMovie({ title: "Kite Season", alternates: ["Drachenzeit"] });
    await translate(db, "movie", id, { de: "DRACHENZEIT", fr: "Kite Season", es: "Cometas" });
    const [row] = await db.execute(sql`select count(*)::int as count from search_name`);
    expect(row).toEqual({ count: 3 });
    await db.execute(sql`delete from translations where language = 'es'`);
    await refreshNames(db, [id]);
    expect(await catalog.names("cometas")).toEqual([]);
  });
});

test("M89: the prominence of a company keeps up with its titles, without adding up all of them for each", async () => {
  await using catalog = await searchedCatalog();
  const { db } = catalog;
  const company = await catalog.addNamed("companies", "Common Studio");
  const prominence = async () => {
    const [row] = await db.execute<{ stored: number; exact: number }>(sql`
      select max(stored.prom)::float8 as stored, max(exact.prom)::float8 as exact
      from search_name stored join search_source exact using (entity_id) where entity_id = ${company}`);
    return row ?? { stored: 0, exact: 0 };
  };
  let [summed, worst] = [0, 0];
  for (let n = 1; n <= 300; n += 1) {
    const id = await catalog.addMovie({ title: `Film ${n}`, votes: n % 50 === 0 ? 20_000 : n });
    await db.execute(sql`
      insert into title_companies (title_id, company_id, position) values (${id}, ${company}, 0)`);
    const moved = await db.execute(
      sql`select * from search_moved_companies(${id}, array[${company}]::uuid[])`,
    );
    summed += moved.length;
    await db.execute(titleNamesStatement(id, [], [company]));
    const { stored, exact } = await prominence();
    worst = Math.max(worst, Math.abs(stored - exact));
  }
  expect(worst).toBeLessThan(0.03);
  expect(summed).toBeLessThan(150);
});
