import type { Settings } from "meilisearch";

const digits = Array.from({ length: 13 }, (_, place) => String(place + 1));
const romans = "i ii iii iv v vi vii viii ix x xi xii xiii".split(" ");
const words = "one two three four five six seven eight nine ten eleven twelve thirteen".split(" ");

/** Every spelling of a number finds the others; a lone "i" is a word, not a number. */
const numerals = Object.fromEntries(
  digits.flatMap((digit, place) => {
    const spellings = [digit, romans[place] ?? digit, words[place] ?? digit];
    const meant = spellings.filter((spelling) => spelling !== "i");
    return meant.map((one) => [one, meant.filter((other) => other !== one)]);
  }),
);

/** What people type for what is called otherwise. */
const shorthand = {
  lotr: ["lord of the rings"],
  hp: ["harry potter"],
  mcu: ["marvel"],
  got: ["game of thrones"],
  hotd: ["house of the dragon"],
  himym: ["how i met your mother"],
  tng: ["star trek the next generation"],
  ds9: ["star trek deep space nine"],
  bttf: ["back to the future"],
  gotg: ["guardians of the galaxy"],
};

/**
 * The settings of the index, all of them as code (SEARCH.md 4): prominence before proximity, or
 * obscure short titles win; exactness before prominence, so that the exact title stays first; typos
 * from 4 and 8 letters, never in numbers such as 1917; no stop words, or "It" and "Up" vanish.
 */
export const indexSettings: Settings = {
  displayedAttributes: ["*"],
  searchableAttributes: ["title", "original_title", "alternate_titles", "overview"],
  filterableAttributes: ["kind", "year", "adult"],
  sortableAttributes: ["prom"],
  rankingRules: [
    "words",
    "typo",
    "attributeRank",
    "exactness",
    "prom:desc",
    "proximity",
    "wordPosition",
    "sort",
  ],
  stopWords: [],
  synonyms: { ...numerals, ...shorthand, and: ["&"], "&": ["and"] },
  separatorTokens: ["·"],
  nonSeparatorTokens: ["&"],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnWords: [],
    disableOnAttributes: [],
    disableOnNumbers: true,
  },
  localizedAttributes: [
    {
      attributePatterns: ["original_title", "alternate_titles"],
      locales: ["jpn", "cmn", "kor", "tha"],
    },
  ],
  pagination: { maxTotalHits: 1_000 },
  searchCutoffMs: 100,
};

/** Lists whose order means something; all others are sets. */
const ordered = new Set(["searchableAttributes", "rankingRules"]);

/** One spelling of settings: only those that are ours, keys and sets sorted, no null. */
export function settingsAsRead(settings: unknown): string {
  const given = isRecord(settings) ? settings : {};
  const ours = Object.keys(indexSettings).sort();
  return JSON.stringify(ours.map((key) => [key, canonical(given[key], !ordered.has(key))]));
}

/** What {@link settingsAsRead} gives for an index that is as it should be. */
export const wantedSettings = (): string => settingsAsRead(indexSettings);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function canonical(value: unknown, isSet: boolean): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => canonical(entry, true));
    if (!isSet) return entries;
    return entries.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (!isRecord(value)) return value ?? null;
  return Object.keys(value)
    .sort()
    .map((key) => [key, canonical(value[key], true)]);
}
