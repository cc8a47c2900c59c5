/** How much may still be read: items of one list or of several lists together, or characters. */
export class Quota {
  readonly limit: number;
  private left: number;
  private readonly outer: Quota | undefined;

  /** What is taken here is also taken from `outer`, whose limit holds for all its quotas together. */
  constructor(limit: number, outer?: Quota) {
    this.limit = limit;
    this.left = limit;
    this.outer = outer;
  }

  /** The limit that is reached, of this quota or an outer one; undefined while more may be read. */
  get reached(): number | undefined {
    return this.left <= 0 ? this.limit : this.outer?.reached;
  }

  take(count = 1): void {
    this.left -= count;
    this.outer?.take(count);
  }
}
