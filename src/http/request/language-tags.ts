/** Language tags as clients write them: `fr`, `fr-CA`, `zh-Hant`. */

/** A language, ISO 639-1 in lower case, and a country, ISO 3166-1 in upper case; '' where none is named. */
export type LanguageTag = { language: string; country: string };

/** How many tags a client may name. */
export const MOST_TAGS = 5;

const tag = /^([a-z]{2})(?:-([a-z]{2}))?$/i;

/** The countries that stand for how Chinese is written. */
const scripts: Record<string, LanguageTag> = {
  "zh-hans": { language: "zh", country: "CN" },
  "zh-hant": { language: "zh", country: "TW" },
};

/** One tag in any case, such as `fr-CA`; `zh-Hans` is `zh-CN`, `zh-Hant` `zh-TW`. Undefined for all other text. */
export function readTag(text: string): LanguageTag | undefined {
  const script = scripts[text.toLowerCase()];
  if (script !== undefined) return script;
  const [, language, country = ""] = tag.exec(text) ?? [];
  return language === undefined
    ? undefined
    : { language: language.toLowerCase(), country: country.toUpperCase() };
}

/** The tag as it is written: `fr-CA`, or `fr` without a country. */
export const writeTag = ({ language, country }: LanguageTag): string =>
  country === "" ? language : `${language}-${country}`;
