/** Queues that take turns: a queue goes behind the others once one of its items was taken. */
export class TurnQueues<Key, Item> {
  private readonly queues = new Map<Key, Item[]>();

  /** Number of queues with items. */
  get size(): number {
    return this.queues.size;
  }

  has(key: Key): boolean {
    return this.queues.has(key);
  }

  /** Number of items in the queue. */
  lengthOf(key: Key): number {
    return this.queues.get(key)?.length ?? 0;
  }

  /** In the order of their turns. */
  keys(): MapIterator<Key> {
    return this.queues.keys();
  }

  add(key: Key, item: Item): void {
    const queue = this.queues.get(key);
    if (queue) queue.push(item);
    else this.queues.set(key, [item]);
  }

  /** The first item of the queue. */
  take(key: Key): Item | undefined {
    const queue = this.queues.get(key);
    const item = queue?.shift();
    this.queues.delete(key);
    if (queue && queue.length > 0) this.queues.set(key, queue);
    return item;
  }
}
