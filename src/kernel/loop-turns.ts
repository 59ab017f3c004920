import { token } from './token.js';

/** A turn of the event loop that has lasted so long begins no more pages of events, nor reads for them. */
const LONGEST_TURN_MS = 10;
/** Reads of tenants that begin in every turn, however long it has lasted. */
const FEWEST_READS = 4;
/** Reads of one tenant that begin in a turn before those that wait. */
const READS_AT_ONCE = 4;
/** A turn that has lasted so long begins no more reads before those that wait. */
const LONGEST_AT_ONCE_MS = 40;

type Begin = () => void;

/** Carries a value through all that follows from a call; an AsyncLocalStorage is one. */
export interface Scope<T> {
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

/** A page of events while it is handled. */
export interface HandledPage {
  isOpen: boolean;
}

/**
 * Ends long turns of the event loop. Reads of an embedded store wait for nothing, so without it a loop of them would be
 * one turn, however many they are. The first reads of a tenant in a turn begin at once. Further ones begin in order,
 * and tenants take turns; the more tenants wait, the shorter is the turn. A page of events holds up every tenant whose events follow, so its reads wait for no tenant.
 */
export class LoopTurns {
  private began: number | undefined;
  /** Reads that began at once in this turn, by tenant. */
  private readonly atOnce = new Map<string, number>();
  /** A handler of many events began in this turn: at its begin, or later. */
  private handler: 'first' | 'later' | undefined;
  private readonly waiting = new Map<string, Begin[]>();
  private readonly handlers: Begin[] = [];
  /** Reads for pages of events. */
  private readonly pages: Begin[] = [];

  constructor(
    private readonly clock: { monotonic(): number },
    private readonly scope: Scope<HandledPage>,
  ) {}

  /** Undefined: a read of the tenant may begin now. Otherwise it may once the promise is kept. */
  wait(tenantId = ''): Promise<void> | undefined {
    const elapsed = this.elapsed();
    if (this.scope.getStore()?.isOpen) {
      return elapsed < LONGEST_TURN_MS ? undefined : new Promise((begin) => this.pages.push(begin));
    }
    return this.mayBegin(tenantId, elapsed) ? undefined : this.queue(tenantId);
  }

  /** The same for a request, which waits only where another tenant does. */
  waitToServe(tenantId: string): Promise<void> | undefined {
    const elapsed = this.elapsed();
    const others = this.waiting.size - (this.waiting.has(tenantId) ? 1 : 0);
    if (others === 0 && elapsed < LONGEST_AT_ONCE_MS) return undefined;
    return this.mayBegin(tenantId, elapsed) ? undefined : this.queue(tenantId);
  }

  /** The same for a handler of many events, of which one begins in a turn. */
  waitToHandle(): Promise<void> | undefined {
    if (this.elapsed() < LONGEST_TURN_MS && this.handlers.length === 0 && !this.handler) {
      this.handler = 'later';
      return undefined;
    }
    return new Promise((begin) => this.handlers.push(begin));
  }

  /** Handles a page of events. Work that it leaves running waits as any other once the page is handled. */
  async handle(work: () => Promise<void> | void): Promise<void> {
    const page = { isOpen: true };
    try {
      await this.scope.run(page, work);
    } finally {
      page.isOpen = false;
    }
  }

  private queue(tenantId: string): Promise<void> {
    return new Promise((begin) => {
      const others = this.waiting.get(tenantId);
      if (others) others.push(begin);
      else this.waiting.set(tenantId, [begin]);
    });
  }

  private mayBegin(tenantId: string, elapsed: number): boolean {
    if (this.waiting.size === 0 && elapsed < LONGEST_TURN_MS) return true;
    const begun = this.atOnce.get(tenantId) ?? 0;
    const waiting = this.waiting.get(tenantId)?.length ?? 0;
    if (Math.max(begun, waiting) >= READS_AT_ONCE || elapsed >= LONGEST_AT_ONCE_MS) return false;
    this.atOnce.set(tenantId, begun + 1);
    return true;
  }

  /** Milliseconds since the turn began, which is now where none has. */
  private elapsed(): number {
    const now = this.clock.monotonic();
    if (this.began !== undefined) return now - this.began;
    this.began = now;
    this.atOnce.clear();
    setImmediate(() => this.endTurn());
    return 0;
  }

  /** The next turn begins with what waits. */
  private endTurn(): void {
    this.began = undefined;
    // After a handler that began late in a turn, requests come first.
    const mayHandle = this.handler !== 'later';
    this.handler = undefined;
    if (this.waiting.size + this.handlers.length + this.pages.length === 0) return;
    this.elapsed();
    const handler = mayHandle ? this.handlers.shift() : undefined;
    if (handler) this.handler = 'first';
    handler?.();
    this.beginWaiting(FEWEST_READS);
  }

  /**
   * Begins reads one after the other, each with all that it leads to in this turn, so that their time counts.
   * @param least reads of tenants that begin however long the turn has lasted
   */
  private beginWaiting(least: number): void {
    const page = this.elapsed() < LONGEST_TURN_MS ? this.pages.shift() : undefined;
    const begin = page ?? this.nextOfTenants(least);
    if (!begin) return;
    begin();
    queueMicrotask(() => process.nextTick(() => this.beginWaiting(page ? least : least - 1)));
  }

  private nextOfTenants(least: number): Begin | undefined {
    const [next] = this.waiting;
    if (!next || (least <= 0 && this.elapsed() * this.waiting.size >= LONGEST_TURN_MS)) return undefined;
    const [tenantId, begins] = next;
    const begin = begins.shift();
    this.waiting.delete(tenantId);
    if (begins.length > 0) this.waiting.set(tenantId, begins);
    return begin;
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');
