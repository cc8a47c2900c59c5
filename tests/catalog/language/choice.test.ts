import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { choose, type Known, tagsOf } from "~/catalog/language/choice";

const texts = (...tags: string[]): Known["translated"] =>
  tags.map((tag) => {
    const [language = "", country = ""] = tag.split("-");
    return { language, country, value: `in ${tag}` };
  });

const french = { primary: "Stored", translated: texts("fr-BE", "fr-CA", "fr-FR") };
const chosen = (languages: string, known: Known) => choose(tagsOf(languages), known).tag;

describe("the language of a field", () => {
  test.each([
    ["fr-CA", "fr-CA", "its own country"],
    ["fr-CH", "fr-FR", "the language's own country where its own has none"],
    ["fr", "fr-FR", "the language's own country without a country"],
    ["de,fr-be", "fr-BE", "the next tag where the first has none"],
    ["de,es", "en", "what is stored where no tag has one"],
    ["en-GB,fr", "en", "what is stored for English of a country that has none"],
    ["", "en", "what is stored without tags"],
  ])("N41: %s takes %s: %s", (languages, tag) => {
    expect(chosen(languages, french)).toBe(tag);
  });

  test.each([
    ["pt", texts("pt-BR", "pt-AO"), "pt-AO"],
    ["zh-Hant", texts("zh-CN", "zh-HK", "zh-TW"), "zh-TW"],
    ["zh-HANS", texts("zh-CN", "zh-HK", "zh-TW"), "zh-CN"],
    ["zh", texts("zh-TW", "zh-HK"), "zh-HK"],
    ["ar", texts("ar-SA", "ar"), "ar"],
    ["en-GB", texts("en-GB"), "en-GB"],
    ["en", texts("en-AU"), "en"],
  ])(
    "N41: %s of several countries takes the first by code after its own",
    (languages, translated, tag) => {
      expect(chosen(languages, { primary: "Stored", translated })).toBe(tag);
    },
  );

  test("N41: a title in its original language is the original title, after translations and before later tags", () => {
    const original = { language: "de", value: "Hafenlicht" };
    const title = { ...french, original };

    expect(choose(tagsOf("de-AT,fr"), title)).toEqual({ value: "Hafenlicht", tag: "de" });
    const translated = texts("de-CH");
    expect(choose(tagsOf("de-AT"), { ...title, translated })).toEqual({
      value: "in de-CH",
      tag: "de-CH",
    });
  });

  test("N41: where nothing is stored, other English texts stand for English, and null has no tag", () => {
    const known = { primary: null, translated: texts("en-AU") };

    expect(chosen("en-GB", known)).toBe("en-AU");
    expect(choose(tagsOf("fr"), known)).toEqual({ value: null, tag: null });
  });
});

const codes = ["en", "fr", "de", "pt", "zh"];
const countries = ["", "FR", "CA", "DE", "AT", "PT", "BR", "CN", "TW", "EN", "US"];
const tag = fc.record({
  language: fc.constantFrom(...codes),
  country: fc.constantFrom(...countries),
});
const known = fc.record({
  primary: fc.option(fc.constant("stored")),
  translated: fc.uniqueArray(tag, {
    selector: ({ language, country }) => `${language}-${country}`,
    maxLength: 12,
  }),
  original: fc.option(fc.constantFrom(...codes), { nil: undefined }),
});

test("N41: for any texts and any tags, each field has the text that the rules name", () => {
  fc.assert(
    fc.property(known, fc.array(tag, { maxLength: 5 }), (given, tags) => {
      const write = ({ language, country }: { language: string; country: string }) =>
        language + (country && `-${country}`);
      const has = new Set(given.translated.map(write));
      // The rules word for word: every tag gives a list of candidates, and the first one that exists is taken.
      const candidates = tags.flatMap(({ language, country }) => {
        const all = countries.toSorted().map((each) => write({ language, country: each }));
        return [
          write({ language, country }),
          ...(language === "en" ? ["stored"] : []),
          `${language}-${language.toUpperCase()}`,
          ...all,
          `original ${language}`,
        ];
      });
      const exists = (candidate: string) =>
        has.has(candidate) ||
        (candidate === "stored" && given.primary !== null) ||
        (given.original !== undefined && candidate === `original ${given.original}`);
      const found = candidates.find(exists) ?? (given.primary === null ? null : "stored");

      const choice = choose(tags, {
        primary: given.primary,
        translated: given.translated.map((each) => ({ ...each, value: write(each) })),
        original:
          given.original === undefined
            ? undefined
            : { language: given.original, value: `original ${given.original}` },
      });

      expect<string | null>(choice.value).toBe(found);
      const expected = found === "stored" ? "en" : (found?.replace("original ", "") ?? null);
      expect<string | null>(choice.tag).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});
