/** How much work waits in the queues of this process, by kind of work. */
export class QueueLengths {
  private readonly queues = new Map<string, () => number>();

  add(kind: string, waiting: () => number): void {
    this.queues.set(kind, waiting);
  }

  read(): ReadonlyMap<string, number> {
    return new Map([...this.queues].map(([kind, waiting]) => [kind, waiting()]));
  }
}
