import type { Env } from "./reader";
import { type Setting, settings } from "./settings";

/** Words that are used for one another, each as the settings have it. */
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
 * The variables of an environment that were most likely meant as a setting that is not set, such as
 * TMDB_TOKEN: a sentence for each, with the names alone.
 */
export function lookalikes(env: Env): string[] {
  const isUnset = (name: string) => !env[name]?.trim() && !env[`${name}_FILE`]?.trim();
  const candidates = names.filter(isUnset);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]?.trim()) return [];
    const meant = candidates.find((setting) => isAlike(name, setting));
    if (meant === undefined) return [];
    return [`${name} is no setting and is ignored; ${meant} is not set`];
  });
}

const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, "");

const wordsOf = (name: string): string[] =>
  name
    .toUpperCase()
    .replace(/^SERVICE_/, "")
    .split("_")
    .map((word) => synonyms[word] ?? word);

/** Written almost the same, or with a word more or fewer between the same first and last one. */
function isAlike(name: string, setting: string): boolean {
  const [given, wanted] = [plain(name), plain(setting)];
  const slips = wanted.length < 6 ? 0 : wanted.length < 10 ? 1 : 2;
  return distance(given, wanted, slips) <= slips || sameWords(wordsOf(name), wordsOf(setting));
}

function sameWords(given: string[], wanted: string[]): boolean {
  const [few, many] = given.length < wanted.length ? [given, wanted] : [wanted, given];
  const isWithin = few.every((word) => many.includes(word));
  return few.length > 1 && isWithin && few[0] === many[0] && few.at(-1) === many.at(-1);
}

/** Letters to add, drop or change until one text is the other; anything above `most` may be returned for more. */
function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (letter === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
