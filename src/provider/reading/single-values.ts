import { EXTERNAL_ID_MAX } from "~/bounds";
import { formatPath, type JsonPath, topLevelKey } from "./json-path";
import type { Quota } from "./quota";
import {
  asCountry,
  asDate,
  asImagePath,
  asLanguage,
  asTimestamp,
  asWebAddress,
  cleanText,
  cutText,
} from "./values";
import { kindOf, rangeWords, type Warnings } from "./warnings";

const TEXT_LENGTH = 20_000;
export const NAME_LENGTH = 500;
const IDENTIFIER_LENGTH = 120;

type Range = { min?: number; max?: number };
export type Raw = Record<string, unknown>;

/** Shared by all fields of one body: the warnings, and how many characters may still be read. */
export type Reading = { warnings: Warnings; characters: Quota };

/**
 * The single values of one object of an untrusted body. A missing key, null and "" are absent and give
 * null; a wrong type or an impossible value gives null and a warning.
 */
export class Values {
  protected readonly raw: Raw;
  protected readonly reading: Reading;
  protected readonly path: JsonPath | null;

  constructor(raw: Raw, reading: Reading, path: JsonPath | null) {
    this.raw = raw;
    this.reading = reading;
    this.path = path;
  }

  /** Whether the body has a value under this key. */
  has(key: string): boolean {
    return this.raw[key] != null;
  }

  /** Trimmed text; more than `length` characters are cut. */
  text(key: string, length = TEXT_LENGTH): string | null {
    const value = this.string(key);
    if (value === null || value.length <= length) return value;
    this.warn(key, `is longer than ${length} characters; it was cut`);
    return cutText(value, length);
  }

  /** A name or label, by default of at most 500 characters: short enough for an index. */
  name(key: string, length = NAME_LENGTH): string | null {
    return this.text(key, length);
  }

  /** An identifier. Too long ones are rejected, because a part of one would be another one. */
  identifier(key: string): string | null {
    const value = this.string(key);
    return value !== null && value.length > IDENTIFIER_LENGTH
      ? this.ignore(key, `is longer than ${IDENTIFIER_LENGTH} characters`)
      : value;
  }

  /** An integer within a range, by default 0 to 2^31 - 1. */
  integer(key: string, { min = 0, max = EXTERNAL_ID_MAX }: Range = {}): number | null {
    const value = this.number(key, { min, max });
    return value === null || Number.isInteger(value)
      ? value
      : this.ignore(key, "is not a whole number");
  }

  /** An id of the provider. */
  id(key: string): number | null {
    return this.integer(key, { min: 1 });
  }

  /** A finite number within a range. */
  number(key: string, { min = -Infinity, max = Infinity }: Range = {}): number | null {
    const value = this.raw[key];
    if (typeof value !== "number") return this.absent(key, value, "a number");
    if (!Number.isFinite(value)) return this.ignore(key, "is too large for a number");
    if (value < min || value > max) return this.ignore(key, `is not ${rangeWords(min, max)}`);
    return value === 0 ? 0 : value;
  }

  boolean(key: string): boolean | null {
    const value = this.raw[key];
    return typeof value === "boolean" ? value : this.absent(key, value, "true or false");
  }

  /** YYYY-MM-DD, also from the first ten characters of a timestamp. */
  date(key: string): string | null {
    return this.parsed(key, asDate, "is not a date of the calendar (YYYY-MM-DD)");
  }

  /** A point in time as RFC 3339 in UTC. */
  timestamp(key: string): string | null {
    return this.parsed(key, asTimestamp, "is not a point in time");
  }

  /** `/name.ext` on the provider's image host, nothing else. */
  imagePath(key: string): string | null {
    return this.parsed(key, asImagePath, "is not an image path");
  }

  webAddress(key: string): string | null {
    return this.parsed(key, asWebAddress, "is not an http or https address");
  }

  /** ISO 3166-1 alpha-2 in capitals; the provider also uses XK. */
  country(key: string): string | null {
    return this.parsed(key, asCountry, "is not a country code of two letters");
  }

  /** A language tag such as "en" or "pt-BR". */
  language(key: string): string | null {
    return this.parsed(key, asLanguage, "is not a language tag");
  }

  /** Omits this item because a required key is missing or wrong; its list is then incomplete. */
  drop(key: string): null {
    return this.omit(null, `has no usable ${key}; it was left out`);
  }

  /** Omits this item although its data is correct: it is of no use here. */
  skip(reason: string): null {
    this.reading.warnings.add(formatPath(this.path), `${reason}; it was left out`);
    return null;
  }

  warn(key: string, problem: string): void {
    this.reading.warnings.add(formatPath({ parent: this.path, key }), problem);
  }

  private ignore(key: string, problem: string): null {
    this.warn(key, `${problem}; it was ignored`);
    return null;
  }

  protected omit(key: string | number | null, problem: string): null {
    const omitted = key === null ? this.path : { parent: this.path, key };
    this.reading.warnings.add(formatPath(omitted), problem);
    this.reading.warnings.markIncomplete(topLevelKey(omitted));
    return null;
  }

  protected absent(key: string, value: unknown, expected: string): null {
    if (value == null || value === "") return null;
    return this.ignore(key, `is ${kindOf(value)}, not ${expected}`);
  }

  private string(key: string): string | null {
    const value = this.raw[key];
    if (typeof value !== "string") return this.absent(key, value, "a text");
    const clean = cleanText(value);
    this.reading.characters.take(clean.length);
    if (clean.length < value.length && clean !== value.trim()) {
      this.warn(key, "held characters that cannot be stored; they were removed");
    }
    return clean === "" ? null : clean;
  }

  private parsed(
    key: string,
    parse: (value: string) => string | null,
    problem: string,
  ): string | null {
    const value = this.string(key);
    return value === null ? null : (parse(value) ?? this.ignore(key, problem));
  }
}
