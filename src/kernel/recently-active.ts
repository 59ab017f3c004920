/** Keeps a bounded number of items, the recently active ones: a further one ends the one that was silent longest. */
export class RecentlyActive<T> {
  /** Silent longest first. */
  private readonly kept = new Set<T>();

  constructor(
    private readonly most: number,
    private readonly end: (silent: T) => void,
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
    const [silent] = this.kept.size > this.most ? this.kept : [];
    if (silent === undefined) return;
    this.kept.delete(silent);
    this.end(silent);
  }

  /** The item is no longer kept, and is not ended. */
  delete(item: T): void {
    this.kept.delete(item);
  }
}
