import { bounds } from "~/bounds";
import { ProviderError } from "~/provider/http/errors";
import { formatPath } from "./json-path";
import { Quota } from "./quota";
import { NAME_LENGTH, type Raw, Values } from "./single-values";
import { asCountry, cleanText, cutText, isObject } from "./values";
import { notAn, type Warnings } from "./warnings";

/** How many items of a list are read if no smaller limit is given. */
const ITEMS_READ = 10_000;

/** How many items may be read from a list; nested lists share a {@link Quota}. */
type Limit = Quota | number;

/** One object of a body, read field by field. A reader of list items returns null to omit the item. */
export class Fields extends Values {
  object(key: string): Fields | null {
    const value = this.raw[key];
    return isObject(value) ? this.child(value, key) : this.absent(key, value, "an object");
  }

  /**
   * Reads a list of objects. Null if the body has no such list: an unknown list and an empty one
   * differ. Unreadable items and items beyond the limit are omitted with a warning.
   * If items are lists themselves, only their own items count.
   */
  list<T>(
    key: string,
    readItem: (item: Fields, index: number) => T | null,
    limit: Limit = ITEMS_READ,
  ): T[] | null {
    return this.items(key, limit, (value, index, list) => {
      if (isObject(value)) return readItem(list.child(value, index), index);
      return list.omit(index, notAn("object", value));
    });
  }

  /** A list of names, without blank ones. */
  names(key: string, limit: Limit = ITEMS_READ): string[] | null {
    return this.items(key, limit, (value, index, list) => {
      if (typeof value === "string") return this.nameIn(value);
      return list.omit(index, notAn("text", value));
    });
  }

  /** A list of country codes. */
  countries(key: string): string[] | null {
    return this.items(key, bounds.countries, (value, index, list) => {
      if (value === "") return null;
      const country = typeof value === "string" ? asCountry(value) : null;
      return country ?? list.omit(index, "is not a country code of two letters; it was left out");
    });
  }

  /** Reads an object that is a map, for example by country. Unreadable values are omitted. */
  entries<T>(readEntry: (key: string, value: Fields) => T | null, limit: Limit = ITEMS_READ): T[] {
    return this.readAll(Object.keys(this.raw), limit, (key) => {
      const value = this.raw[key];
      const name = cutText(cleanText(key), 40);
      return isObject(value)
        ? readEntry(key, this.child(value, name))
        : this.omit(name, notAn("object", value));
    });
  }

  private child(raw: Raw, key: string | number): Fields {
    return new Fields(raw, this.reading, { parent: this.path, key });
  }

  private nameIn(value: string): string | null {
    const name = cutText(cleanText(value), NAME_LENGTH);
    this.reading.characters.take(name.length);
    return name || null;
  }

  private items<T>(
    key: string,
    limit: Limit,
    read: (value: unknown, index: number, list: Fields) => T | null,
  ): T[] | null {
    const values = this.raw[key];
    if (!Array.isArray(values)) return this.absent(key, values, "a list");
    const list = this.child(this.raw, key);
    return list.readAll(values, limit, (value, index) => read(value, index, list));
  }

  /** Reads values until a limit is reached. */
  private readAll<V, T>(
    values: readonly V[],
    limit: Limit,
    read: (value: V, index: number) => T | null,
  ): T[] {
    const quota = typeof limit === "number" ? new Quota(limit) : limit;
    const items: T[] = [];
    for (let index = 0; index < values.length && !this.isLimitReached(quota); index += 1) {
      const item = read(values[index] as V, index);
      if (!Array.isArray(item) || item.length === 0) quota.take();
      if (item !== null) items.push(item);
    }
    return items;
  }

  /** Whether a limit is reached; adds a warning. The list still counts as complete: more is never kept. */
  private isLimitReached(quota: Quota): boolean {
    const { warnings, characters } = this.reading;
    if (quota.reached !== undefined) {
      warnings.add(
        formatPath(this.path),
        `has more than ${quota.reached} items; the rest was left out`,
      );
      return true;
    }
    if (characters.reached === undefined) return false;
    const reached = `the body has more than ${characters.reached} characters`;
    warnings.add(formatPath(this.path), `${reached}; the rest of the list was left out`);
    return true;
  }
}

/** Opens a body for reading; problems go to `warnings`. */
export const openBody = (body: Record<string, unknown>, warnings: Warnings): Fields =>
  new Fields(body, { warnings, characters: new Quota(bounds.characters) }, null);

/** The body's own id. Throws `provider_payload_invalid` if it has none. */
export function requireId(body: Fields): number {
  return body.id("id") ?? throwMissing("id");
}

/** Warns if the body states another id than the requested one, which stays the record's id. */
export function confirmId(body: Fields, requested: number): void {
  const id = requireId(body);
  if (id !== requested) body.warn("id", `the answer is about ${id}, not ${requested}`);
}

/** A required title or name. Throws `provider_payload_invalid` if it is missing. */
export function requireName(body: Fields, key: string, length?: number): string {
  return body.name(key, length) ?? throwMissing(key);
}

function throwMissing(key: string): never {
  throw new ProviderError(
    "provider_payload_invalid",
    `The provider's answer has no usable "${key}"; it is not the object asked for.`,
  );
}
