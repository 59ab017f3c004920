/** Lets a few through at a time, has some wait in order, and turns away the rest. */
export class Semaphore {
  private inside = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
    private readonly full: () => Error,
  ) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside < this.atOnce) this.inside++;
    else if (this.queue.length >= this.waiting) throw this.full();
    else await new Promise<void>((go) => this.queue.push(go));
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.inside--;
    }
  }
}
