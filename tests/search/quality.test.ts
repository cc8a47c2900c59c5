import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type SearchedCatalog, searchedCatalog } from "./searched-catalog";

setDefaultTimeout(60_000);

let catalog: SearchedCatalog;
const first = async (query: string, others: Record<string, string> = {}) =>
  (await catalog.names(query, others))[0];

beforeAll(async () => {
  catalog = await searchedCatalog();
  const { addMovie, addSeries, addPerson } = catalog;
  await addMovie({ title: "It", year: 2017, votes: 19_000 });
  await addMovie({ title: "Wreck-It Ralph", year: 2012, votes: 16_000 });
  await addMovie({ title: "It Follows", year: 2014, votes: 30_000 });
  await addMovie({ title: "Us", year: 2019, votes: 7_000 });
  await addMovie({ title: "The Usual Suspects", year: 1995, votes: 11_000 });
  await addMovie({ title: "Up", year: 2009, votes: 20_000 });
  await addMovie({ title: "Upgrade", year: 2018, votes: 4_000 });
  await addMovie({ title: "Her", year: 2013, votes: 14_000 });
  await addMovie({ title: "Hercules", year: 1997, votes: 8_000 });
  await addMovie({ title: "The Who: Live in Texas", year: 1975, votes: 12 });
  await addMovie({ title: "M", year: 1931, votes: 2_000, original_title: "M - Eine Stadt" });
  await addMovie({ title: "Memento", year: 2000, votes: 14_000 });
  await addMovie({ title: "Interstellar", year: 2014, votes: 34_000 });
  await addMovie({
    title: "Amélie",
    year: 2001,
    votes: 11_000,
    original_title: "Le Fabuleux Destin d'Amélie Poulain",
    alternates: ["Die fabelhafte Welt der Amélie"],
  });
  await addMovie({ title: "Amelia", year: 2009, votes: 400 });
  await addMovie({ title: "Spider-Man", year: 2002, votes: 18_000, alternates: ["Человек-паук"] });
  await addMovie({ title: "WALL·E", year: 2008, votes: 18_000 });
  await addMovie({ title: "Cherry", year: 2021, votes: 2_000 });
  await addMovie({ title: "Cherry", year: 2010, votes: 5_000 });
  await addMovie({ title: "Dune", year: 2021, votes: 12_000 });
  await addMovie({ title: "Dune", year: 1984, votes: 3_000 });
  await addMovie({ title: "Blade Runner 2049", year: 2017, votes: 13_000 });
  await addMovie({ title: "Blade Runner", year: 1982, votes: 13_500 });
  await addMovie({ title: "1917", year: 2019, votes: 12_000 });
  await addMovie({ title: "300", year: 2007, votes: 12_500 });
  await addMovie({ title: "Mission: Impossible", year: 1996, votes: 8_000 });
  await addMovie({ title: "Fight Club", year: 1999, votes: 28_000 });
  await addMovie({ title: "Stalker", year: 1979, votes: 2_000, original_title: "Сталкер" });
  await addMovie({
    title: "Spirited Away",
    year: 2001,
    votes: 16_000,
    original_title: "千と千尋の神隠し",
  });
  await addMovie({ title: "Parasite", year: 2019, votes: 17_000, original_title: "기생충" });
  await addMovie({ title: "Monsters, Inc.", year: 2001, votes: 17_000 });
  await addSeries({ title: "The Who Was? Show", year: 2018, votes: 20 });
  await addPerson({ name: "Toshirō Mifune", also_known_as: ["三船敏郎"], popularity: 9 });
  await addPerson({ name: "The Who", popularity: 1 });
});
afterAll(() => catalog[Symbol.asyncDispose]());

describe("GET /search", () => {
  test("M89: the exact title comes first, before better known titles that contain it or begin with it", async () => {
    expect(await first("it")).toBe("It");
    expect(await catalog.names("it")).toContain("Wreck-It Ralph");
  });

  test("M89: titles made of stop words are found (It, Us, Up, Her, The Who)", async () => {
    const typed = ["it", "us", "up", "her", "the who"];
    expect(await Promise.all(typed.map((query) => first(query)))).toEqual([
      "It",
      "Us",
      "Up",
      "Her",
      "The Who",
    ]);
  });

  test.each([
    ["intersteller", "Interstellar"],
    ["interstelar", "Interstellar"],
    ["nterstellar", "Interstellar"],
    ["intrestellar", "Interstellar"],
    ["figth clb", "Fight Club"],
    ["missoin imposible", "Mission: Impossible"],
  ])("M89: one or two typos are fine (%s)", async (query, title) => {
    expect(await first(query)).toBe(title);
  });

  test("M89: accents do not matter on either side (amelie, Amélie, AMÉLIE)", async () => {
    for (const query of ["amelie", "Amélie", "AMÉLIE", "Ame\u0301lie"]) {
      expect(await first(query)).toBe("Amélie");
    }
    expect(await first("toshiro mifune")).toBe("Toshirō Mifune");
  });

  test.each([
    ["spider man", "Spider-Man"],
    ["spiderman", "Spider-Man"],
    ["wall e", "WALL·E"],
    ["wall-e", "WALL·E"],
    ["walle", "WALL·E"],
    ["mission impossible", "Mission: Impossible"],
    ["monsters inc", "Monsters, Inc."],
  ])("M89: punctuation does not matter (%s)", async (query, title) => {
    expect(await first(query)).toBe(title);
  });

  test("M89: a year at the end selects among equal titles (cherry 2021, dune 1984)", async () => {
    const yearOf = async (query: string) => {
      const [found] = (await catalog.search(query)).results as unknown as Record<string, unknown>[];
      return [found?.title, found?.year];
    };
    expect(await yearOf("cherry 2021")).toEqual(["Cherry", 2021]);
    expect(await yearOf("cherry")).toEqual(["Cherry", 2010]);
    expect(await yearOf("dune 1984")).toEqual(["Dune", 1984]);
    expect(await yearOf("blade runner 2049")).toEqual(["Blade Runner 2049", 2017]);
    expect(await yearOf("1917")).toEqual(["1917", 2019]);
    expect(await yearOf("300")).toEqual(["300", 2007]);
  });

  test("M89: alternate and original titles are searched", async () => {
    expect(await first("le fabuleux destin d'amelie poulain")).toBe("Amélie");
    expect(await first("fabelhafte welt")).toBe("Amélie");
  });

  test("M89: Cyrillic, Chinese, Japanese and Korean names are found, also by prefix", async () => {
    const typed = ["сталкер", "ЧЕЛОВЕК-ПАУК", "千と千尋の神隠し", "千と千尋", "기생충", "三船敏郎"];
    expect(await Promise.all(typed.map((query) => first(query)))).toEqual([
      "Stalker",
      "Spider-Man",
      "Spirited Away",
      "Spirited Away",
      "Parasite",
      "Toshirō Mifune",
    ]);
  });

  test("M89: a title of one letter is found (M)", async () => {
    expect(await first("m")).toBe("M");
  });

  test("M89: a prefix finds the title", async () => {
    for (const query of ["inters", "interst", "interste", "interstella", "the interst"]) {
      expect(await first(query)).toBe("Interstellar");
    }
    expect(await first("fight cl")).toBe("Fight Club");
    expect(await first("club fig")).toBe("Fight Club");
  });

  test("M89: full-width letters and ligatures are letters", async () => {
    expect(await first("ＤＵＮＥ")).toBe("Dune");
    expect(await first("ﬁght club")).toBe("Fight Club");
  });

  test.each([
    "'",
    '"',
    "\\",
    "%",
    "_",
    ":",
    "&",
    "|",
    "!",
    "(",
    ")",
    "x".repeat(200),
    "é💥".repeat(50),
  ])("M89: symbols and long texts are answered with 200 (%p)", async (query) => {
    expect(await catalog.search(query)).toMatchObject({ query, page: 1 });
  });

  test("a text of symbols finds the equal name, and no symbol is a wildcard", async () => {
    await catalog.addMovie({ title: "???", year: 1999, votes: 3 });
    expect(await catalog.names("???")).toEqual(["???"]);
    expect(await catalog.names("%%%")).toEqual([]);
  });

  test("numbers are found in every spelling", async () => {
    await catalog.addMovie({ title: "Rocky II", year: 1979, votes: 3_000 });
    await catalog.addMovie({ title: "Seven Samurai", year: 1954, votes: 3_000 });
    for (const query of ["rocky 2", "rocky two", "rocky ii"]) {
      expect(await first(query)).toBe("Rocky II");
    }
    expect(await first("7 samurai")).toBe("Seven Samurai");
  });
});
