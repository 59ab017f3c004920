import { AsyncLocalStorage } from 'node:async_hooks';

/** A dropped version is gone half a minute after its last switch. */
const VALID_MS = 20_000;

/** A value that changes, and that a piece of work keeps as it was at its begin, for a time. */
export class Pinned<T> {
  private readonly pins = new AsyncLocalStorage<{ value: T; changes: number }>();
  private changes = 0;
  /** Pins with fewer changes have ended. */
  private ended = 0;

  constructor(private value: T) {}

  get now(): T {
    const pin = this.pins.getStore();
    return pin && pin.changes >= this.ended ? pin.value : this.value;
  }

  get latest(): T {
    return this.value;
  }

  set latest(value: T) {
    this.value = value;
    const changes = ++this.changes;
    setTimeout(() => {
      this.ended = changes;
    }, VALID_MS).unref();
  }

  keep<R>(work: () => R): R {
    return this.pins.run({ value: this.value, changes: this.changes }, work);
  }

  /** The work keeps the present value from now on. */
  renew(): void {
    const pin = this.pins.getStore();
    if (pin) Object.assign(pin, { value: this.value, changes: this.changes });
  }
}
