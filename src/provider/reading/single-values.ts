import { EXTERNAL_ID_MAX } from "~/bounds";
import type { Room } from "./budget";
import { type Place, partOf, pathOf } from "./json-path";
import {
  asCountry,
  asDate,
  asImagePath,
  asLanguage,
  asMoment,
  asWebAddress,
  cleanText,
  cutText,
} from "./values";
import type { Warnings } from "./warnings";
import { kindOf, rangeWords } from "./wording";

const TEXT_LENGTH = 20_000;
export const NAME_LENGTH = 500;
const CODE_LENGTH = 120;

type Range = { min?: number; max?: number };
export type Raw = Record<string, unknown>;

/** What the reading of one body shares: what was wrong in it, and how many characters it may still give. */
export type Reading = { warnings: Warnings; characters: Room };

/**
 * The single values of one object of a body, read without trust. A missing key, null and "" all mean
 * absent and give null; a wrong type or an impossible value gives null and a warning.
 */
export class Values {
  protected readonly raw: Raw;
  protected readonly reading: Reading;
  protected readonly place: Place | null;

  constructor(raw: Raw, reading: Reading, place: Place | null) {
    this.raw = raw;
    this.reading = reading;
    this.place = place;
  }

  /** Whether the body says anything under this key. */
  has(key: string): boolean {
    return this.raw[key] != null;
  }

  /** Trimmed text of at most `length` characters; longer text is cut. */
  text(key: string, length = TEXT_LENGTH): string | null {
    const value = this.string(key);
    if (value === null || value.length <= length) return value;
    this.warn(key, `is longer than ${length} characters; it was cut`);
    return cutText(value, length);
  }

  /** A name or label, of at most 500 characters unless told: short enough for an index. */
  name(key: string, length = NAME_LENGTH): string | null {
    return this.text(key, length);
  }

  /** An identifier: never cut, because half of it would be another one. */
  code(key: string): string | null {
    const value = this.string(key);
    return value !== null && value.length > CODE_LENGTH
      ? this.refuse(key, `is longer than ${CODE_LENGTH} characters`)
      : value;
  }

  /** An integer within a range, 0 to 2^31 - 1 unless told otherwise. */
  whole(key: string, { min = 0, max = EXTERNAL_ID_MAX }: Range = {}): number | null {
    const value = this.number(key, { min, max });
    return value === null || Number.isInteger(value)
      ? value
      : this.refuse(key, "is not a whole number");
  }

  /** The provider's id of something. */
  id(key: string): number | null {
    return this.whole(key, { min: 1 });
  }

  /** A finite number within a range. */
  number(key: string, { min = -Infinity, max = Infinity }: Range = {}): number | null {
    const value = this.raw[key];
    if (typeof value !== "number") return this.absent(key, value, "a number");
    if (!Number.isFinite(value)) return this.refuse(key, "is too large for a number");
    if (value < min || value > max) return this.refuse(key, `is not ${rangeWords(min, max)}`);
    return value === 0 ? 0 : value;
  }

  flag(key: string): boolean | null {
    const value = this.raw[key];
    return typeof value === "boolean" ? value : this.absent(key, value, "true or false");
  }

  /** YYYY-MM-DD, also from the first ten characters of a timestamp. */
  date(key: string): string | null {
    return this.parsed(key, asDate, "is not a date of the calendar (YYYY-MM-DD)");
  }

  /** A point in time as RFC 3339 in UTC. */
  moment(key: string): string | null {
    return this.parsed(key, asMoment, "is not a point in time");
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

  /** Leaves this item out because a key it cannot be without is missing or wrong. */
  drop(key: string): null {
    return this.lose(null, `has no usable ${key}; it was left out`);
  }

  /** Leaves this item out although nothing is wrong with the data: the provider has no more to say. */
  skip(reason: string): null {
    this.reading.warnings.add(pathOf(this.place), `${reason}; it was left out`);
    return null;
  }

  /** Where this stands in the body, in words. */
  protected get path(): string {
    return pathOf(this.place);
  }

  warn(key: string, problem: string): void {
    this.reading.warnings.add(pathOf({ within: this.place, key }), problem);
  }

  private refuse(key: string, problem: string): null {
    this.warn(key, `${problem}; it was ignored`);
    return null;
  }

  protected lose(key: string | number | null, problem: string): null {
    const lost = key === null ? this.place : { within: this.place, key };
    this.reading.warnings.add(pathOf(lost), problem);
    this.reading.warnings.markIncomplete(partOf(lost));
    return null;
  }

  protected absent(key: string, value: unknown, expected: string): null {
    if (value == null || value === "") return null;
    return this.refuse(key, `is ${kindOf(value)}, not ${expected}`);
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
    return value === null ? null : (parse(value) ?? this.refuse(key, problem));
  }
}
