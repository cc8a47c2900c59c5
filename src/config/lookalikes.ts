import { editDistance } from "~/edit-distance";
import type { Env } from "./reader";
import { type Setting, settings } from "./settings";

/** Words that people use for each other, with the word that the settings use. */
const synonyms: Record<string, string> = {
  URI: "URL",
  DSN: "URL",
  KEY: "TOKEN",
  DB: "DATABASE",
  PG: "DATABASE",
  POSTGRES: "DATABASE",
  POSTGRESQL: "DATABASE",
  MEILISEARCH: "MEILI",
};

const list: readonly Setting[] = settings;
const names = list.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
const known: ReadonlySet<string> = new Set(names);

/**
 * Finds variables that were probably meant as a setting which is not set, such as TMDB_TOKEN. Returns a
 * sentence for each, with names only.
 */
export function lookalikes(env: Env): string[] {
  const isUnset = (name: string) => !env[name]?.trim() && !env[`${name}_FILE`]?.trim();
  const candidates = names.filter(isUnset);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]?.trim()) return [];
    const intended = candidates.find((setting) => isSimilar(name, setting));
    if (intended === undefined) return [];
    return [`${name} is no setting and is ignored; ${intended} is not set`];
  });
}

const lettersOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, "");

const wordsOf = (name: string): string[] =>
  name
    .toUpperCase()
    .replace(/^SERVICE_/, "")
    .split("_")
    .map((word) => synonyms[word] ?? word);

/** Almost the same spelling, or the same first and last word with other words left out. */
function isSimilar(name: string, setting: string): boolean {
  const [actual, expected] = [lettersOf(name), lettersOf(setting)];
  const maxTypos = expected.length < 6 ? 0 : expected.length < 10 ? 1 : 2;
  return (
    editDistance(actual, expected, maxTypos) <= maxTypos ||
    sameWords(wordsOf(name), wordsOf(setting))
  );
}

function sameWords(actual: string[], expected: string[]): boolean {
  const [few, many] = actual.length < expected.length ? [actual, expected] : [expected, actual];
  const isWithin = few.every((word) => many.includes(word));
  return few.length > 1 && isWithin && few[0] === many[0] && few.at(-1) === many.at(-1);
}
