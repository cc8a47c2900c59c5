/** The rules of languages once more, as a list of candidates for each field, written without the service's code. */

import type { TranslatedKind } from "~/vocabulary/translated-kinds";

type Owner = { owner_kind: TranslatedKind; owner_id: string };
type Text = string | null;

export type Row = { owner: Owner; language: string; country: string } & {
  title: Text;
  overview: Text;
  tagline: Text;
  homepage: Text;
};
export type Poster = {
  owner: Owner;
  language: string;
  file_path: string;
  vote_average: number | null;
  vote_count: number | null;
};

type Json = Record<string, unknown>;
type Known = { rows: readonly Row[]; posters: readonly Poster[] };

/** Originals of the fixture, which some answers do not show. */
const originals: Record<string, string> = { Eins: "de", Deux: "fr", 四: "zh" };

const fields: Record<string, [string, keyof Row][]> = {
  movie: [
    ["title", "title"],
    ["overview", "overview"],
    ["tagline", "tagline"],
    ["homepage", "homepage"],
  ],
  collection: [
    ["name", "title"],
    ["overview", "overview"],
  ],
  person: [
    ["biography", "overview"],
    ["homepage", "homepage"],
  ],
};

type Candidate = { value: Text | undefined; tag: string };

function textOf(
  record: Json,
  name: string,
  column: keyof Row,
  tags: string[],
  rows: Row[],
): Candidate[] {
  const primary = { value: record[name] as Text, tag: "en" };
  const of = (language: string, country: string): Candidate => {
    const row = rows.find((each) => each.language === language && each.country === country);
    const tag = country === "" ? language : `${language}-${country}`;
    return { value: row?.[column] as Text | undefined, tag };
  };
  return [
    ...tags.flatMap((tag) => {
      const [language = "", country = ""] = tag.split("-");
      const countries = rows.map((each) => each.country).sort();
      const original = record.original_title as string | undefined;
      return [
        of(language, country),
        ...(language === "en" ? [primary] : []),
        of(language, language.toUpperCase()),
        ...countries.map((each) => of(language, each)),
        ...(name === "title" && original && originals[original] === language
          ? [{ value: original, tag: language }]
          : []),
      ];
    }),
    primary,
  ];
}

function postersOf(record: Json, tags: string[], posters: Poster[]): Candidate[] {
  const primary = { value: record.poster_path as Text, tag: "en" };
  const best = [...posters].sort(
    (a, b) =>
      (b.vote_average ?? -1) - (a.vote_average ?? -1) ||
      (b.vote_count ?? -1) - (a.vote_count ?? -1) ||
      (a.file_path < b.file_path ? -1 : 1),
  );
  const candidates = tags.map((tag) => {
    const language = tag.slice(0, 2);
    if (language === "en") return primary;
    return { value: best.find((each) => each.language === language)?.file_path, tag: language };
  });
  return [...candidates, primary];
}

const chosen = (candidates: Candidate[]) =>
  candidates.find(({ value }) => value !== undefined && value !== null) ?? {
    value: null,
    tag: null,
  };

function translate(value: unknown, tags: string[], known: Known): unknown {
  if (Array.isArray(value)) return value.map((item) => translate(item, tags, known));
  if (typeof value !== "object" || value === null) return value;
  const record = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, translate(inner, tags, known)]),
  );
  const choices = choicesOf(record, tags, known);
  if (choices.length === 0) return record;
  const values = Object.fromEntries(choices.map(([name, { value: found }]) => [name, found]));
  return {
    ...record,
    ...values,
    localized: Object.fromEntries(choices.map(([name, { tag }]) => [name, tag])),
  };
}

function choicesOf(record: Json, tags: string[], known: Known) {
  const isMentioned = record.id === null && record.kind === "episode";
  const [kind = "", hex = ""] = isMentioned ? ["episode"] : String(record.id).split("_");
  const isOwn = ({ owner }: { owner: Owner }) => owner.owner_id.replaceAll("-", "") === hex;
  const rows = known.rows.filter(isOwn);
  const same = ["series", "season", "episode"].includes(kind) ? "movie" : kind;
  const isText = (name: string) => name in record && !(record[name] instanceof Object);
  const texts = (fields[same] ?? [])
    .filter(([name]) => isText(name))
    .map(([name, column]) => [name, chosen(textOf(record, name, column, tags, rows))] as const);
  if (same === "person" || !(same in fields) || !isText("poster_path")) return texts;
  const poster = chosen(postersOf(record, tags, known.posters.filter(isOwn)));
  return [...texts, ["poster_path", poster] as const];
}

/** What a read answers in the languages of these tags, from what it answers without them. */
export const translatedAnswer = (
  plain: object,
  tags: string[],
  rows: readonly Row[],
  posters: readonly Poster[],
): unknown => translate(plain, tags, { rows, posters });

/** `Content-Language` of such an answer: the tags of its outermost records without those of posters. */
export const tagsIn = (answer: unknown): string =>
  [...new Set(outermostTags(answer))].slice(0, 10).join(", ");

function outermostTags(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { localized } = value as { localized?: Record<string, string | null> };
  if (localized === undefined) return Object.values(value).flatMap(outermostTags);
  const { poster_path: _, ...texts } = localized;
  return Object.values(texts).filter((tag) => tag !== null);
}
