const TEXTS_KEPT = 50;

/**
 * What was wrong with a body that is usable all the same. Bounded: the first 50 texts are kept, the
 * rest is counted. A text names a path (`credits.cast[12].id`) and never the value found there.
 */
export class Warnings {
  private readonly kept: string[] = [];
  private total = 0;
  private readonly incompleteParts = new Set<string>();

  /** Says what was wrong at a path of the body. */
  add(path: string, problem: string): void {
    this.total += 1;
    if (this.kept.length < TEXTS_KEPT) this.kept.push(`${path}: ${problem}`);
  }

  /**
   * Remembers that an item could not be read. Its list says too little, so nothing stored may be
   * removed because this list does not name it (RELIABILITY P20). `part` is the body's own key.
   */
  markIncomplete(part: string): void {
    this.incompleteParts.add(part);
  }

  /** How many warnings there were, kept or not. */
  get count(): number {
    return this.total;
  }

  /** Keys of the body (`credits`, `watch/providers`) whose lists lost an item to bad data. */
  get incomplete_parts(): ReadonlySet<string> {
    return this.incompleteParts;
  }

  /** At most 51 texts; the last counts those that were not kept. */
  list(): string[] {
    const more = this.total - this.kept.length;
    return more > 0 ? [...this.kept, `and ${more} more`] : [...this.kept];
  }
}
