/** Number of items that are asked whether they may end before one ends that may not. */
const MOST_ASKED = 32;

/**
 * Keeps a bounded number of items, the recently active ones: a further one ends the one that was silent longest. One that
 * may not end counts as active just now.
 */
export class RecentlyActive<T> {
  /** Silent longest first. */
  private readonly kept = new Set<T>();

  constructor(
    private readonly most: number,
    private readonly end: (silent: T) => void,
    private readonly mayEnd: (item: T) => boolean = () => true,
  ) {}

  get size(): number {
    return this.kept.size;
  }

  has(item: T): boolean {
    return this.kept.has(item);
  }

  /** The item was active just now; it is kept from now on. */
  note(item: T): void {
    this.kept.delete(item);
    this.kept.add(item);
    if (this.kept.size > this.most) this.endSilent();
  }

  private endSilent(): void {
    let asked = 0;
    for (const silent of this.kept) {
      this.kept.delete(silent);
      if (++asked > MOST_ASKED || this.mayEnd(silent)) {
        this.end(silent);
        return;
      }
      this.kept.add(silent);
    }
  }

  /** The item is no longer kept, and is not ended. */
  delete(item: T): void {
    this.kept.delete(item);
  }
}
