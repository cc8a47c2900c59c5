/** How much may still be read: items of a list, or of lists that share one bound; or characters. */
export class Room {
  readonly most: number;
  private left: number;
  private readonly within: Room | undefined;

  /** What is taken here is taken from `within` as well, so that its bound holds for all together. */
  constructor(most: number, within?: Room) {
    this.most = most;
    this.left = most;
    this.within = within;
  }

  /** The bound that is reached, here or around; undefined while there is room. */
  get reached(): number | undefined {
    return this.left <= 0 ? this.most : this.within?.reached;
  }

  take(count = 1): void {
    this.left -= count;
    this.within?.take(count);
  }
}
