/** A queue whose smallest item comes first. */
export interface MinHeap<T> {
  readonly size: number;
  /** O(log n). */
  push(item: T): void;
  /** O(log n). undefined when it is empty. */
  pop(): T | undefined;
}

/** `rank` of an item must not change while it is in the heap. */
export function minHeap<T>(rank: (item: T) => number): MinHeap<T> {
  const items: T[] = [];
  const rankAt = (i: number) => rank(items[i] as T);

  function swap(a: number, b: number): void {
    [items[a], items[b]] = [items[b] as T, items[a] as T];
  }

  function sink(): void {
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      if (left < items.length && rankAt(left) < rankAt(least)) least = left;
      if (right < items.length && rankAt(right) < rankAt(least)) least = right;
      if (least === i) return;
      swap(i, least);
      i = least;
    }
  }

  return {
    get size() {
      return items.length;
    },
    push(item) {
      items.push(item);
      for (let i = items.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1;
        if (rankAt(parent) <= rankAt(i)) return;
        swap(i, parent);
        i = parent;
      }
    },
    pop() {
      const [first] = items;
      const last = items.pop();
      if (items.length > 0) {
        items[0] = last as T;
        sink();
      }
      return first;
    },
  };
}
