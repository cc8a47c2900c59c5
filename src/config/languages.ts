import type { Reader } from "./reader";

/** How Chinese is written, as the provider spells it: by the country. */
const scripts: Record<string, string> = { "zh-hans": "zh-CN", "zh-hant": "zh-TW" };

/** CATALOG_LANGUAGES as the provider spells languages (`fr-CA`), each once. */
export function readLanguages(reader: Reader): readonly string[] {
  const tags = reader.list("CATALOG_LANGUAGES").map((tag) => {
    const script = scripts[tag.toLowerCase()];
    if (script !== undefined) return script;
    const [language = "", ...country] = tag.split("-");
    return [language.toLowerCase(), ...country.map((code) => code.toUpperCase())].join("-");
  });
  if (tags.length > 5 || !tags.every((tag) => /^[a-z]{2}(-[A-Z]{2})?$/.test(tag))) {
    const examples = "fr or fr-CA, separated by commas";
    reader.mistakes.push(`CATALOG_LANGUAGES must be up to 5 languages such as ${examples}`);
  }
  return Object.freeze([...new Set(tags)]);
}
