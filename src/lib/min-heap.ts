/** A queue whose smallest item comes first. */
export class MinHeap<T> {
  private readonly items: T[] = [];

  /** `rank` of an item must not change while it is in the heap. */
  constructor(private readonly rank: (item: T) => number) {}

  get size(): number {
    return this.items.length;
  }

  /** O(log n). */
  push(item: T): void {
    this.items.push(item);
    for (let i = this.items.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (this.rankAt(parent) <= this.rankAt(i)) return;
      this.swap(i, parent);
      i = parent;
    }
  }

  /** O(log n). undefined when it is empty. */
  pop(): T | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (this.items.length > 0) {
      this.items[0] = last as T;
      this.sink();
    }
    return first;
  }

  private sink(): void {
    const { length } = this.items;
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      if (left < length && this.rankAt(left) < this.rankAt(least)) least = left;
      if (right < length && this.rankAt(right) < this.rankAt(least)) least = right;
      if (least === i) return;
      this.swap(i, least);
      i = least;
    }
  }

  private rankAt(i: number): number {
    return this.rank(this.items[i] as T);
  }

  private swap(a: number, b: number): void {
    [this.items[a], this.items[b]] = [this.items[b] as T, this.items[a] as T];
  }
}
