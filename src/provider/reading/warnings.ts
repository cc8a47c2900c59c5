const TEXTS_KEPT = 50;

/**
 * The problems of a body that is usable nevertheless. The first 50 texts are kept, the rest is
 * counted. A text names a path (`credits.cast[12].id`) and never the value at it.
 */
export class Warnings {
  private readonly kept: string[] = [];
  private total = 0;
  private readonly incompleteParts = new Set<string>();

  /** Adds a problem at a path of the body. */
  add(path: string, problem: string): void {
    this.total += 1;
    if (this.kept.length < TEXTS_KEPT) this.kept.push(`${path}: ${problem}`);
  }

  /**
   * Marks a list as incomplete because an item could not be read. Stored records that the list does
   * not name must then be kept. `part` is the top-level key of the body.
   */
  markIncomplete(part: string): void {
    this.incompleteParts.add(part);
  }

  /** How many warnings were added, kept or not. */
  get count(): number {
    return this.total;
  }

  /** Keys of the body (`credits`, `watch/providers`) whose lists had unreadable items. */
  get incomplete_parts(): ReadonlySet<string> {
    return this.incompleteParts;
  }

  /** At most 51 texts; the last one counts those that are not kept. */
  list(): string[] {
    const more = this.total - this.kept.length;
    return more > 0 ? [...this.kept, `and ${more} more`] : [...this.kept];
  }
}

/** The type of a value in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return "a text";
  return typeof value === "number" ? "a number" : "true or false";
}

/** A range in words. */
export function rangeWords(min: number, max: number): string {
  if (max === Infinity) return `at least ${min}`;
  return min === -Infinity ? `at most ${max}` : `between ${min} and ${max}`;
}

/** Why an item of a list is omitted. */
export const notAn = (expected: string, value: unknown): string =>
  `is ${kindOf(value)} and not the ${expected} expected; it was left out`;
