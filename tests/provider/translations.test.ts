import { describe, expect, test } from "bun:test";
import { bounds } from "~/bounds";
import { readCollection } from "~/provider/collection";
import { readMovie } from "~/provider/movie";
import { readPerson } from "~/provider/person";
import { isPlaceholderTitle } from "~/provider/placeholder-titles";
import { Warnings } from "~/provider/reading/warnings";
import { readSeries } from "~/provider/series";
import { translationRow } from "../support/bodies/parts";

const none = { title: null, overview: null, tagline: null, homepage: null, runtime: null };

function readOf(translations: unknown) {
  const warnings = new Warnings();
  const movie = readMovie({ id: 1, title: "One", translations }, 1, warnings);
  return { read: movie.translations, warnings };
}

describe("the appended translations", () => {
  test("N38: an empty text and a runtime of 0 are null", () => {
    const data = { title: "", overview: " ", tagline: "Oui.", homepage: "", runtime: 0 };
    expect(readOf({ translations: [translationRow("fr-CA", data)] }).read).toEqual([
      { ...none, language: "fr", country: "CA", tagline: "Oui." },
    ]);
  });

  test("N38: names of series and collections are titles, biographies overviews; people keep their names", () => {
    const of = (data: Record<string, string>) => ({
      translations: [translationRow("de-DE", data)],
    });
    const german = { ...none, language: "de", country: "DE" };
    expect(
      readSeries(
        { id: 1, name: "One", translations: of({ name: "Eins", overview: "Text." }) },
        1,
        new Warnings(),
      ).translations,
    ).toEqual([{ ...german, title: "Eins", overview: "Text." }]);
    expect(
      readCollection(
        {
          id: 1,
          name: "One",
          translations: of({ title: "Eins", homepage: "https://eins.example" }),
        },
        1,
        new Warnings(),
      ).translations,
    ).toEqual([{ ...german, title: "Eins", homepage: "https://eins.example" }]);
    expect(
      readPerson(
        { id: 1, name: "Ann", translations: of({ name: "Anna", biography: "Ein Leben." }) },
        1,
        new Warnings(),
      ).translations,
    ).toEqual([{ ...german, overview: "Ein Leben." }]);
  });

  test("N46: what is no list says nothing about translations", () => {
    for (const part of [
      undefined,
      null,
      [],
      "text",
      {},
      { translations: null },
      { translations: "x" },
    ]) {
      expect(readOf(part).read).toBeNull();
    }
  });

  test("N38: codes are two letters in the case of their kind; rows without usable codes or data are left out", () => {
    const data = { title: "T" };
    const { read, warnings } = readOf({
      translations: [
        translationRow("FR-ca", data),
        translationRow("de", data),
        { iso_639_1: "it", data },
        { iso_639_1: "es", iso_3166_1: null, data },
        translationRow("english-US", data),
        translationRow("fil-PH", data),
        translationRow("pt-BRA", data),
        { iso_639_1: 7, iso_3166_1: "US", data },
        { iso_639_1: "en", iso_3166_1: "US" },
        { iso_639_1: "en", iso_3166_1: "US", data: [] },
        "row",
        null,
      ],
    });
    expect(read?.map(({ language, country }) => [language, country])).toEqual([
      ["fr", "CA"],
      ["de", ""],
      ["it", ""],
      ["es", ""],
    ]);
    expect([...warnings.incomplete_parts]).toEqual(["translations"]);
  });

  test("N38: texts of wrong types are null, too long ones are cut, and no more than the bound is read", () => {
    const wild = { title: 5, overview: ["x"], tagline: {}, homepage: "javascript:x", runtime: -4 };
    const long = { title: "t".repeat(900), overview: "o".repeat(9_000), runtime: 1e12 };
    const rows = [translationRow("aa", wild), translationRow("bb", long)];
    const { read } = readOf({
      translations: [...rows, ...Array.from({ length: 500 }, () => translationRow("cc", wild))],
    });
    expect(read).toHaveLength(bounds.translations);
    expect(read?.[0]).toEqual({ ...none, language: "aa", country: "" });
    expect(read?.[1]).toMatchObject({ language: "bb", runtime: null });
    expect([read?.[1]?.title?.length, read?.[1]?.overview?.length]).toEqual([500, 5_000]);
  });
});

describe("placeholders for titles of episodes", () => {
  test.each([
    "Episode 8",
    "episode 8",
    "Épisode 8",
    "Folge 8",
    "Episodio 8",
    "Episódio 8",
    "Aflevering 8",
    "Odcinek 8",
    "8. epizód",
    "8. Bölüm",
    "Bölüm 8",
    "Эпизод 8",
    "Серия 8",
    "8 серия",
    "Серія 8",
    "Эпізод 8",
    "Епизода 8",
    "8. atala",
    "পর্ব ৮",
    "എപ്പിസോഡ് 8",
    "எபிசோட் 8",
    "第 8 集",
    "第8話",
    "제8화",
    "에피소드 8",
    "الحلقة 8",
    "الحلقة ٨",
    "פרק 8",
    "Επεισόδιο 8",
    "Tập 8",
    "Avsnitt 8",
    "Afsnit 8",
    "Jakso 8",
    "Díl 8",
    "Episode #8",
    "EPISODE 08",
    "TBA",
    "tba",
    "To Be Announced",
    "À venir",
    "Noch nicht bekannt",
    "Por anunciar",
    "未定",
  ])("N39: %s stands for no title", (title) => {
    expect(isPlaceholderTitle(title, 8)).toBe(true);
  });

  test.each([
    "Episode 9",
    "Episode 8 and more",
    "Chapter 8",
    "8",
    "The Episode",
    "Folge mir",
    "8 Mile",
    "8 Folge 8",
    "Tuba",
    "Ozymandias",
    "第八日",
    "Episode",
  ])("N39: %s is a title", (title) => {
    expect(isPlaceholderTitle(title, 8)).toBe(false);
  });
});
