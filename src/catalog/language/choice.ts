import { type LanguageTag, readTag, writeTag } from "~/http/request/language-tags";

/** A text and the tag of its language; both null where a record has none. */
export type Choice = { value: string; tag: string } | { value: null; tag: null };

/** A text in the language and country of its tag. */
export type Translated = LanguageTag & { value: string };

/** What a field can be: as the record stores it, in other languages, and the original where it is a title. */
export type Known = {
  primary: string | null;
  translated: readonly Translated[];
  original?: { language: string; value: string } | undefined;
};

/** The language that the provider is asked in, so that what a record stores is meant to be in it. */
const PRIMARY = "en";

/** The tags of a parameter that has been validated, the best first. */
export const tagsOf = (language: string): LanguageTag[] =>
  language.split(",").flatMap((text) => readTag(text) ?? []);

const stored = (value: string): Choice => ({ value, tag: PRIMARY });

const choiceOf = (found: Translated): Choice => ({ value: found.value, tag: writeTag(found) });

const byCountry = (a: Translated, b: Translated): number => (a.country < b.country ? -1 : 1);

/** The value of a field for one tag; undefined where there is none. */
function inLanguage({ language, country }: LanguageTag, known: Known): Choice | undefined {
  const { primary, original } = known;
  const own = known.translated.filter((each) => each.language === language);
  const exact = own.find((each) => each.country === country);
  if (exact !== undefined) return choiceOf(exact);
  // What is stored is English of no certain country: nearer than that of a country that nobody asked for.
  if (language === PRIMARY && primary !== null) return stored(primary);
  const homeland = own.find((each) => each.country === language.toUpperCase());
  const other = homeland ?? own.toSorted(byCountry)[0];
  if (other !== undefined) return choiceOf(other);
  return original?.language === language ? { value: original.value, tag: language } : undefined;
}

/**
 * The value of one field for tags, the best first. A tag takes the text of its own country, then that of the
 * language's own (fr-FR for fr-CA), then the first by country; a title in its original language is its original
 * title. `en` of a country without a text of its own is what the record stores, which is also the value where no
 * tag has one. docs/decisions/0036 says why that is called English even then.
 */
export function choose(tags: readonly LanguageTag[], known: Known): Choice {
  for (const tag of tags) {
    const choice = inLanguage(tag, known);
    if (choice !== undefined) return choice;
  }
  return known.primary === null ? { value: null, tag: null } : stored(known.primary);
}
