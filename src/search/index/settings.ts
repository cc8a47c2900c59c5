import type { Settings } from "meilisearch";

const digits = Array.from({ length: 13 }, (_, place) => String(place + 1));
const romans = "i ii iii iv v vi vii viii ix x xi xii xiii".split(" ");
const words = "one two three four five six seven eight nine ten eleven twelve thirteen".split(" ");

/** Every spelling of a number finds the others, except "i" alone, which is a word. */
const numerals = Object.fromEntries(
  digits.flatMap((digit, place) => {
    const spellings = [digit, romans[place] ?? digit, words[place] ?? digit];
    const meant = spellings.filter((spelling) => spelling !== "i");
    return meant.map((one) => [one, meant.filter((other) => other !== one)]);
  }),
);

/** Abbreviations that people type for well-known titles. */
const abbreviations = {
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

/** The most hits that a search of the index can return. */
export const MAX_HITS = 1_000;

/**
 * All settings of the index. Exactness ranks before prominence, so that the exact title comes first;
 * prominence ranks before proximity, so that obscure short titles do not win. Typos are allowed from 4
 * letters (one) and 8 letters (two), never in numbers such as 1917. There are no stop words, because
 * "It" and "Up" are titles.
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
  synonyms: { ...numerals, ...abbreviations, and: ["&"], "&": ["and"] },
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
  pagination: { maxTotalHits: MAX_HITS },
  searchCutoffMs: 100,
};

/** Lists whose order matters; all others are sets. */
const ordered = new Set(["searchableAttributes", "rankingRules"]);

/** A canonical form of settings for comparison: only the keys of `indexSettings`, keys and sets sorted. */
export function canonicalSettings(settings: unknown): string {
  const record = isRecord(settings) ? settings : {};
  const keys = Object.keys(indexSettings).sort();
  return JSON.stringify(keys.map((key) => [key, canonical(record[key], !ordered.has(key))]));
}

/** The canonical form of the settings that the index should have. */
export const wantedSettings = (): string => canonicalSettings(indexSettings);

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
