import { type Place, partOf, pathOf } from "./place";
import {
  asCountry,
  asDate,
  asImagePath,
  asLanguage,
  asMoment,
  asWebAddress,
  cleanText,
  cutText,
  isObject,
} from "./values";
import type { Warnings } from "./warnings";
import { kindOf, notAn, rangeWords } from "./wording";

/** Items of one list that are read; the surplus is left out with a warning (RELIABILITY S16). */
const ITEMS_READ = 10_000;
const TEXT_LENGTH = 20_000;
const NAME_LENGTH = 500;
const CODE_LENGTH = 120;
/** PostgreSQL's `integer`, which is also the largest id a job may name (S15). */
const INTEGER_MAX = 2_147_483_647;

const SURPLUS = `has more than ${ITEMS_READ} items; the rest was left out`;

type Range = { min?: number; max?: number };
type Raw = Record<string, unknown>;

/**
 * One object of a body, read field by field without trust. A missing key, null and "" all mean
 * absent and give null; a wrong type or an impossible value gives null and a warning. Readers of
 * list items return null to leave the item out.
 */
export class Fields {
  private readonly raw: Raw;
  private readonly warnings: Warnings;
  private readonly place: Place | null;

  constructor(raw: Raw, warnings: Warnings, place: Place | null) {
    this.raw = raw;
    this.warnings = warnings;
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

  /** A name or label of at most 500 characters, short enough for an index. */
  name(key: string): string | null {
    return this.text(key, NAME_LENGTH);
  }

  /** An identifier: never cut, because half of it would be another one. */
  code(key: string): string | null {
    const value = this.string(key);
    return value !== null && value.length > CODE_LENGTH
      ? this.refuse(key, `is longer than ${CODE_LENGTH} characters`)
      : value;
  }

  /** An integer within a range, 0 to 2^31 - 1 unless told otherwise. */
  whole(key: string, { min = 0, max = INTEGER_MAX }: Range = {}): number | null {
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

  /** `/name.ext` on the provider's image host, nothing else (RELIABILITY S15). */
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

  object(key: string): Fields | null {
    const value = this.raw[key];
    return isObject(value) ? this.within(value, key) : this.absent(key, value, "an object");
  }

  /**
   * Reads a list of objects. Null when the body has no such list, so that "not said" and "none" stay
   * apart. An item that cannot be read is left out; so is everything past the 10 000th.
   */
  list<T>(key: string, readItem: (item: Fields, index: number) => T | null): T[] | null {
    return this.items(key, (value, index, list) => {
      if (isObject(value)) return readItem(list.within(value, index), index);
      return list.lose(index, notAn("object", value));
    });
  }

  /** A list of names; blank ones are left out. */
  names(key: string): string[] | null {
    return this.items(key, (value, index, list) => {
      if (typeof value === "string") return cutText(cleanText(value), NAME_LENGTH) || null;
      return list.lose(index, notAn("text", value));
    });
  }

  /** A list of country codes. */
  countries(key: string): string[] | null {
    return this.items(key, (value, index, list) => {
      if (value === "") return null;
      const country = typeof value === "string" ? asCountry(value) : null;
      return country ?? list.lose(index, "is not a country code of two letters; it was left out");
    });
  }

  /** Reads an object that is used as a map, for example by country; bad values are left out. */
  entries<T>(readEntry: (key: string, value: Fields) => T | null): T[] {
    const keys = Object.keys(this.raw);
    if (keys.length > ITEMS_READ) this.lose(null, SURPLUS);
    const found = keys.slice(0, ITEMS_READ).map((key) => {
      const value = this.raw[key];
      const name = cutText(cleanText(key), 40);
      return isObject(value)
        ? readEntry(key, this.within(value, name))
        : this.lose(name, notAn("object", value));
    });
    return found.filter((entry) => entry !== null);
  }

  /** Leaves this item out because a key it cannot be without is missing or wrong. */
  drop(key: string): null {
    return this.lose(null, `has no usable ${key}; it was left out`);
  }

  /** Leaves this item out although nothing is wrong with the data: the provider has no more to say. */
  skip(reason: string): null {
    this.warnings.add(pathOf(this.place), `${reason}; it was left out`);
    return null;
  }

  warn(key: string, problem: string): void {
    this.warnings.add(pathOf({ within: this.place, key }), problem);
  }

  private refuse(key: string, problem: string): null {
    this.warn(key, `${problem}; it was ignored`);
    return null;
  }

  private lose(key: string | number | null, problem: string): null {
    const lost = key === null ? this.place : { within: this.place, key };
    this.warnings.add(pathOf(lost), problem);
    this.warnings.lostItemOf(partOf(lost));
    return null;
  }

  private within(raw: Raw, key: string | number): Fields {
    return new Fields(raw, this.warnings, { within: this.place, key });
  }

  private absent(key: string, value: unknown, expected: string): null {
    if (value == null || value === "") return null;
    return this.refuse(key, `is ${kindOf(value)}, not ${expected}`);
  }

  private string(key: string): string | null {
    const value = this.raw[key];
    if (typeof value !== "string") return this.absent(key, value, "a text");
    const clean = cleanText(value);
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

  private items<T>(
    key: string,
    read: (value: unknown, index: number, list: Fields) => T | null,
  ): T[] | null {
    const values = this.raw[key];
    if (!Array.isArray(values)) return this.absent(key, values, "a list");
    const list = this.within(this.raw, key);
    const count = Math.min(values.length, ITEMS_READ);
    const found: T[] = [];
    for (let index = 0; index < count; index += 1) {
      const item = read(values[index], index, list);
      if (item !== null) found.push(item);
    }
    if (count < values.length) list.lose(null, SURPLUS);
    return found;
  }
}
