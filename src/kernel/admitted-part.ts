/** A turn of the event loop that lasts longer delays everybody: each request takes several turns. */
const LONG_MS = 4;
const PART = { least: 0.02, afterLong: 0.8, afterShort: 1.1 };

/**
 * The part of the usual input that a turn of the event loop accepts from tenants that time is not kept free for. It
 * shrinks while turns are long, whatever makes them long, and grows while they are short.
 */
export class AdmittedPart {
  private current = 1;

  /** 0.02 to 1. */
  get value(): number {
    return this.current;
  }

  /** A turn lasted so long. */
  turned(ms: number): void {
    const changed = this.current * (ms > LONG_MS ? PART.afterLong : PART.afterShort);
    this.current = Math.min(1, Math.max(PART.least, changed));
  }
}
