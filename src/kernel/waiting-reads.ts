import { ReadWeights } from './read-weights.js';

/** Number of reads that a tenant begins in a turn before waiting tenants share what is left of it. */
const READS_OF_TENANT = { usual: 3, interactive: 16 };
/** Reads that belong to no tenant. */
export const NO_TENANT = '';

export type Begin = () => void;

/** Reads that wait, by tenant, and how many of each tenant began in this turn of the event loop. */
export class WaitingReads {
  private readonly weights = new ReadWeights();
  private readonly waiting = new Map<string, Begin[]>();
  private readonly begun = new Map<string, number>();

  /** Number of tenants whose reads wait. */
  get tenants(): number {
    return this.waiting.size;
  }

  /** Reads of the tenant wait. */
  has(tenantId: string): boolean {
    return this.waiting.has(tenantId);
  }

  /** Resolves once the read may begin. */
  add(tenantId: string): Promise<void> {
    return new Promise((begin) => {
      const others = this.waiting.get(tenantId);
      this.weights.queued(tenantId, others?.length ?? 0);
      if (others) others.push(begin);
      else this.waiting.set(tenantId, [begin]);
    });
  }

  /** The next read of the tenant, which begins now. Other tenants come before its further ones. */
  take(tenantId: string): Begin | undefined {
    const begins = this.waiting.get(tenantId);
    const begin = begins?.shift();
    this.waiting.delete(tenantId);
    if (begins && begins.length > 0) this.waiting.set(tenantId, begins);
    this.note(tenantId);
    return begin;
  }

  /** A read of the tenant begins now. */
  note(tenantId: string): void {
    this.begun.set(tenantId, (this.begun.get(tenantId) ?? 0) + 1);
    this.weights.begun(tenantId);
  }

  endTurn(): void {
    this.begun.clear();
  }

  /** @param now monotonic, in milliseconds */
  decay(now: number): void {
    this.weights.decay(now);
  }

  /** The tenant began fewer reads in this turn than it may. */
  hasLeft(tenantId: string): boolean {
    const most = READS_OF_TENANT[this.isInteractive(tenantId) ? 'interactive' : 'usual'];
    return (this.begun.get(tenantId) ?? 0) < most;
  }

  isLight(tenantId: string): boolean {
    return this.weights.isLight(tenantId, this.sharing);
  }

  isInteractive(tenantId: string): boolean {
    return this.weights.isInteractive(tenantId, this.sharing);
  }

  needsHeadroom(tenantId: string): boolean {
    return tenantId !== NO_TENANT && (this.weights.isQuiet(tenantId) || this.isInteractive(tenantId));
  }

  /** The tenant that has waited longest since its last read. */
  first(): string | undefined {
    return this.waiting.keys().next().value;
  }

  /** Among the next tenants that have reads left in this turn, an interactive one, else that with the fewest recent reads. */
  lightest(): string | undefined {
    return this.lightestOf((each) => this.isInteractive(each)) ?? this.lightestOf(() => true);
  }

  /** Among those that time is kept free for. */
  lightestNeedful(): string | undefined {
    return this.lightestOf((each) => this.needsHeadroom(each));
  }

  private lightestOf(which: (tenantId: string) => boolean): string | undefined {
    return this.weights.lightest(this.waiting.keys(), (each) => which(each) && this.hasLeft(each));
  }

  /** Number of tenants that share: those that wait, and one that comes. */
  private get sharing(): number {
    return Math.max(this.waiting.size, 1) + 1;
  }
}
