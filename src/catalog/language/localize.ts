import type { JsonText } from "~/db/json-text";
import type { LanguageTag } from "~/http/request/language-tags";
import { type TranslatedKind, translatedKinds } from "~/vocabulary/translated-kinds";
import { type Choice, choose, type Known, type Translated, tagsOf } from "./choice";
import type { Found } from "./collect";
import { type TextColumn, textFields } from "./fields";

/** An answer in other languages, and the tags of its texts for `Content-Language`; absent where it has none. */
export type Localized<T> = { json: JsonText<T>; content_language?: string };

type Json = Record<string, unknown>;

/** Where the texts stand in the rows of translations. */
const columns = { title: 3, overview: 4, tagline: 5, homepage: 6 } satisfies Record<
  TextColumn,
  number
>;

/** More than anybody can make use of. */
const MOST_CONTENT_LANGUAGES = 10;

/** `Content-Language` of these tags in order of their use; nothing without any. */
function contentLanguage(used: Iterable<string>): { content_language?: string } {
  const tags = [...new Set(used)].slice(0, MOST_CONTENT_LANGUAGES);
  return tags.length === 0 ? {} : { content_language: tags.join(", ") };
}

/** `Content-Language` of an answer that consists of these. */
export const commonLanguages = (answers: readonly { content_language?: string }[]) =>
  contentLanguage(answers.flatMap(({ content_language }) => content_language?.split(", ") ?? []));

/** The rows of a list by their owners. */
function byOwner<Row extends [string, ...unknown[]]>(rows: readonly Row[]): Map<string, Row[]> {
  const lists = new Map<string, Row[]>();
  for (const row of rows) {
    const list = lists.get(row[0]);
    if (list === undefined) lists.set(row[0], [row]);
    else list.push(row);
  }
  return lists;
}

const recordId = new RegExp(`^(${translatedKinds.join("|")})_([0-9a-f]{32})$`);

/** The kind of a record and its UUID without hyphens; a record that is only mentioned has no id yet, only a kind. */
function identify({ id, kind }: Json): { kind: TranslatedKind; owner: string } | undefined {
  const mentioned = id === null ? translatedKinds.find((each) => each === kind) : undefined;
  if (mentioned !== undefined) return { kind: mentioned, owner: "" };
  const [, named, owner = ""] = recordId.exec(String(id)) ?? [];
  return named === undefined ? undefined : { kind: named as TranslatedKind, owner };
}

const isText = (value: unknown): value is string | null =>
  value === null || typeof value === "string";

/** Puts one answer into other languages. */
class Localizer {
  readonly #tags: readonly LanguageTag[];
  readonly #translations: Map<string, Found["translations"]>;
  readonly #posters: Map<string, Found["posters"]>;
  readonly #originals: Map<string, Found["originals"]>;
  /** The tags of the outermost records, in order of their first use. */
  readonly used = new Set<string>();

  constructor(language: string, found: Found) {
    this.#tags = tagsOf(language);
    this.#translations = byOwner(found.translations);
    this.#posters = byOwner(found.posters);
    this.#originals = byOwner(found.originals);
  }

  /** Localizes all records of a value in place. */
  visit(value: unknown, isInside: boolean): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) this.visit(item, isInside);
      return;
    }
    const isRecord = this.#record(value as Json, isInside);
    for (const inner of Object.values(value)) this.visit(inner, isInside || isRecord);
  }

  /** Localizes one record, if it is one that shows texts; its `localized` comes last. */
  #record(record: Json, isInside: boolean): boolean {
    const identity = identify(record);
    if (identity === undefined) return false;
    const { kind, owner } = identity;
    const choices = Object.entries(textFields[kind])
      .filter(([name]) => isText(record[name]))
      .map(([name, column]) => ({ name, ...this.#text(record, owner, name, column) }));
    for (const { tag } of isInside ? [] : choices) if (tag !== null) this.used.add(tag);
    if (kind !== "person" && isText(record.poster_path)) {
      choices.push({ name: "poster_path", ...this.#poster(record.poster_path, owner) });
    }
    if (choices.length === 0) return false;
    for (const { name, value } of choices) record[name] = value;
    record.localized = Object.fromEntries(choices.map(({ name, tag }) => [name, tag]));
    return true;
  }

  #text(record: Json, owner: string, name: string, column: TextColumn): Choice {
    return choose(this.#tags, {
      primary: record[name] as string | null,
      translated: this.#translated(owner, column),
      original: name === "title" ? this.#original(record, owner) : undefined,
    });
  }

  #translated(owner: string, column: TextColumn): Translated[] {
    return (this.#translations.get(owner) ?? []).flatMap((row) => {
      const [, language, country] = row;
      const value = row[columns[column]] ?? null;
      return value === null ? [] : { language, country, value };
    });
  }

  #original(record: Json, owner: string): Known["original"] {
    const [, language, title] =
      "original_language" in record
        ? [owner, record.original_language, record.original_title]
        : (this.#originals.get(owner)?.[0] ?? []);
    if (typeof language !== "string" || typeof title !== "string") return undefined;
    return { language, value: title };
  }

  /** The poster in the language of the first tag that has one, whatever the country. */
  #poster(primary: string | null, owner: string): Choice {
    const translated = (this.#posters.get(owner) ?? []).map(([, language, value]) => ({
      ...{ language, value },
      country: "",
    }));
    return choose(
      this.#tags.map(({ language }) => ({ language, country: "" })),
      { primary, translated },
    );
  }
}

/** The same for an answer in memory, which it changes. */
export function localizeValue(
  answer: unknown,
  language: string,
  found: JsonText<Found>,
): { content_language?: string } {
  const localizer = new Localizer(language, JSON.parse(found));
  localizer.visit(answer, false);
  return contentLanguage(localizer.used);
}

/**
 * An answer in the languages of a validated parameter: each localizable field of each record that it contains, at
 * any depth, with the language of each in `localized`; as it is without a language. `found` is the column
 * `translations` of its statement.
 */
export function localize<T>(
  json: JsonText<T>,
  language: string | undefined,
  found: JsonText<Found> | null | undefined,
): Localized<T> {
  if (language === undefined || typeof found !== "string") return { json };
  const answer: unknown = JSON.parse(json);
  const head = localizeValue(answer, language, found);
  return { json: JSON.stringify(answer), ...head };
}
