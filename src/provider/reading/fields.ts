import { bounds } from "~/bounds";
import { Room } from "./budget";
import { NAME_LENGTH, type Raw, Values } from "./single-values";
import { asCountry, cleanText, cutText, isObject } from "./values";
import { notAn } from "./wording";

/** Items of a list that are read where no smaller bound is given. */
const ITEMS_READ = 10_000;

/** How many items a list may give; lists that lie within one another share a {@link Room}. */
type Most = Room | number;

/**
 * One object of a body, read field by field. Readers of list items return null to leave the item out.
 */
export class Fields extends Values {
  object(key: string): Fields | null {
    const value = this.raw[key];
    return isObject(value) ? this.within(value, key) : this.absent(key, value, "an object");
  }

  /**
   * Reads a list of objects. Null when the body has no such list, so that "not said" and "none" stay
   * apart. An item that cannot be read is left out; so is, with a warning, what is past the bound.
   * Items that give lists take as much room as their lists took.
   */
  list<T>(
    key: string,
    readItem: (item: Fields, index: number) => T | null,
    most: Most = ITEMS_READ,
  ): T[] | null {
    return this.items(key, most, (value, index, list) => {
      if (isObject(value)) return readItem(list.within(value, index), index);
      return list.lose(index, notAn("object", value));
    });
  }

  /** A list of names; blank ones are left out. */
  names(key: string, most: Most = ITEMS_READ): string[] | null {
    return this.items(key, most, (value, index, list) => {
      if (typeof value === "string") return this.nameIn(value);
      return list.lose(index, notAn("text", value));
    });
  }

  /** A list of country codes. */
  countries(key: string): string[] | null {
    return this.items(key, bounds.countries, (value, index, list) => {
      if (value === "") return null;
      const country = typeof value === "string" ? asCountry(value) : null;
      return country ?? list.lose(index, "is not a country code of two letters; it was left out");
    });
  }

  /** Reads an object that is used as a map, for example by country; bad values are left out. */
  entries<T>(readEntry: (key: string, value: Fields) => T | null, most: Most = ITEMS_READ): T[] {
    return this.gather(Object.keys(this.raw), most, (key) => {
      const value = this.raw[key];
      const name = cutText(cleanText(key), 40);
      return isObject(value)
        ? readEntry(key, this.within(value, name))
        : this.lose(name, notAn("object", value));
    });
  }

  private within(raw: Raw, key: string | number): Fields {
    return new Fields(raw, this.reading, { within: this.place, key });
  }

  private nameIn(value: string): string | null {
    const name = cutText(cleanText(value), NAME_LENGTH);
    this.reading.characters.take(name.length);
    return name || null;
  }

  private items<T>(
    key: string,
    most: Most,
    read: (value: unknown, index: number, list: Fields) => T | null,
  ): T[] | null {
    const values = this.raw[key];
    if (!Array.isArray(values)) return this.absent(key, values, "a list");
    const list = this.within(this.raw, key);
    return list.gather(values, most, (value, index) => read(value, index, list));
  }

  /** Reads values until one of the bounds is reached. */
  private gather<V, T>(
    values: readonly V[],
    most: Most,
    read: (value: V, index: number) => T | null,
  ): T[] {
    const room = typeof most === "number" ? new Room(most) : most;
    const found: T[] = [];
    for (let index = 0; index < values.length && !this.isFull(room); index += 1) {
      const item = read(values[index] as V, index);
      if (!Array.isArray(item) || item.length === 0) room.take();
      if (item !== null) found.push(item);
    }
    return found;
  }

  /** Whether no more items are read here; says so. What is cut is no loss: the bound is all we keep. */
  private isFull(room: Room): boolean {
    const { warnings, characters } = this.reading;
    if (room.reached !== undefined) {
      warnings.add(this.path, `has more than ${room.reached} items; the rest was left out`);
      return true;
    }
    if (characters.reached === undefined) return false;
    const reached = `the body has more than ${characters.reached} characters`;
    warnings.add(this.path, `${reached}; the rest of the list was left out`);
    return true;
  }
}
