import { Headroom } from './headroom.js';
import { ReadWeights } from './read-weights.js';
import type { HandledPage, Scope } from './scope.js';
import { token } from './token.js';
import type { TurnLength } from './turn-length.js';

/**
 * `turn`: a turn of the event loop that has lasted so long begins no more pages of events, only a few reads for them, and
 * no reads of interactive tenants that had more than an equal share.
 * `heavy`: a heavy tenant begins reads only in a turn that has lasted less.
 */
const LONGEST_MS = { usual: { turn: 5, heavy: 4 }, besideQuiet: { turn: 3, heavy: 2 } };
/** The same for a light tenant, and for the few reads for pages of events. */
const LONGEST_LIGHT_MS = 40;
/** Reads of tenants that begin in every turn, however long it has lasted. */
const FEWEST_READS = 1;
/** Number of reads that a tenant begins in a turn before waiting tenants share what is left of it. */
const READS_OF_TENANT = { usual: 3, interactive: 16 };
/** Late in a turn, too, so many reads for pages of events begin. They come one by one and would each take a turn. */
const LATE_PAGE_READS = 8;
/** Reads that belong to no tenant. */
const NO_TENANT = '';

type Begin = () => void;

/**
 * Ends long turns of the event loop. Reads of an embedded store wait for nothing, so without it a loop of them would be
 * one turn, however many they are. In each turn a tenant may begin a few reads. Interactive tenants, which ask for a few
 * reads at a time, come first and begin more of them; then comes the tenant with the fewest recent reads. A light tenant,
 * with no more than an equal share of recent reads, may still begin some when the turn has lasted long. Further reads
 * begin in order, and tenants take turns; the more tenants wait, the shorter is the turn.
 * While there are quiet or interactive tenants, turns are shorter, and reads of the others rest between them.
 * A page of events holds up every tenant whose events follow, so its reads wait for no tenant.
 */
export class LoopTurns {
  private began: number | undefined;
  /** Reads that began in this turn, by tenant. */
  private readonly begun = new Map<string, number>();
  private readonly weights = new ReadWeights();
  private readonly headroom = new Headroom();
  /** Limits of this turn. */
  private longestMs = LONGEST_MS.usual;
  /** During a rest, waiting reads of quiet and interactive tenants and new reads of light tenants begin, and no others. */
  private isResting = false;
  /** A handler of many events began in this turn: at its begin, or later. */
  private handler: 'first' | 'later' | undefined;
  private readonly waiting = new Map<string, Begin[]>();
  private readonly handlers: Begin[] = [];
  /** Reads for pages of events. */
  private readonly pages: Begin[] = [];
  /** Reads for pages of events that began late in this turn. */
  private latePageReads = 0;
  private readonly scheduleEnd: () => void;

  /** @param length default: turns end however long they have lasted */
  constructor(
    private readonly clock: { monotonic(): number },
    private readonly scope: Scope<HandledPage>,
    length?: TurnLength,
    private readonly after: (ms: number, work: () => void) => void = (ms, work) => void setTimeout(work, ms),
  ) {
    const end = () => this.endTurn();
    this.scheduleEnd = length?.scheduler(end) ?? (() => setImmediate(end));
  }

  /** Undefined: a read of the tenant may begin now. Otherwise it may once the promise is kept. */
  wait(tenantId = NO_TENANT): Promise<void> | undefined {
    const elapsed = this.elapsed();
    if (this.scope.getStore()?.isOpen) {
      return this.mayBeginOfPage(elapsed) ? undefined : new Promise((begin) => this.pages.push(begin));
    }
    return this.mayBegin(tenantId, elapsed) ? undefined : this.queue(tenantId);
  }

  /** The same for a request, which waits only where another tenant does. */
  waitToServe(tenantId: string): Promise<void> | undefined {
    const elapsed = this.elapsed();
    const others = this.waiting.size - (this.waiting.has(tenantId) ? 1 : 0);
    if (others === 0 && elapsed < LONGEST_LIGHT_MS) return undefined;
    return this.mayBegin(tenantId, elapsed) ? undefined : this.queue(tenantId);
  }

  /** The same for a handler of many events, of which one begins in a turn. */
  waitToHandle(): Promise<void> | undefined {
    if (this.elapsed() < this.longestMs.turn && this.handlers.length === 0 && !this.handler) {
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

  /** Whether time is kept free for the tenant, beside others that read much. */
  keepsFreeFor(tenantId: string): boolean {
    return this.headroom.isKept(this.clock.monotonic()) && this.needsHeadroom(tenantId);
  }

  private queue(tenantId: string): Promise<void> {
    return new Promise((begin) => {
      const others = this.waiting.get(tenantId);
      this.weights.queued(tenantId, others?.length ?? 0);
      if (others) others.push(begin);
      else this.waiting.set(tenantId, [begin]);
    });
  }

  private mayBeginOfPage(elapsed: number): boolean {
    if (elapsed < this.longestMs.turn) return true;
    return elapsed < LONGEST_LIGHT_MS && this.latePageReads++ < LATE_PAGE_READS;
  }

  private mayBegin(tenantId: string, elapsed: number): boolean {
    if (this.waiting.size === 0 && elapsed < this.longestMs.turn) return true;
    if (this.waiting.has(tenantId) || !this.hasReads(tenantId, elapsed)) return false;
    if (this.waiting.size > 0 && this.needsHeadroom(tenantId)) this.headroom.use(this.clock.monotonic());
    this.note(tenantId);
    return true;
  }

  private hasReads(tenantId: string, elapsed: number): boolean {
    const [isLight, isInteractive] = [this.weights.isLight(tenantId, this.sharing), this.isInteractive(tenantId)];
    if (this.isResting && !isLight && !isInteractive) return false;
    const longestMs = isLight ? LONGEST_LIGHT_MS : this.longestMs[isInteractive ? 'turn' : 'heavy'];
    return elapsed < longestMs && this.hasLeft(tenantId);
  }

  /** The tenant began fewer reads in this turn than it may. */
  private hasLeft(tenantId: string): boolean {
    const most = READS_OF_TENANT[this.isInteractive(tenantId) ? 'interactive' : 'usual'];
    return (this.begun.get(tenantId) ?? 0) < most;
  }

  private isInteractive(tenantId: string): boolean {
    return this.weights.isInteractive(tenantId, this.sharing);
  }

  private needsHeadroom(tenantId: string): boolean {
    return tenantId !== NO_TENANT && (this.weights.isQuiet(tenantId) || this.isInteractive(tenantId));
  }

  /** Number of tenants that share: those that wait, and one that comes. */
  private get sharing(): number {
    return Math.max(this.waiting.size, 1) + 1;
  }

  private note(tenantId: string): void {
    this.begun.set(tenantId, (this.begun.get(tenantId) ?? 0) + 1);
    this.weights.begun(tenantId);
  }

  /** Milliseconds since the turn began, which is now where none has. */
  private elapsed(): number {
    const now = this.clock.monotonic();
    if (this.began !== undefined) return now - this.began;
    this.began = now;
    this.longestMs = LONGEST_MS[this.headroom.isKept(now) ? 'besideQuiet' : 'usual'];
    this.weights.decay(now);
    this.scheduleEnd();
    return 0;
  }

  /** The next turn begins with what waits. */
  private endTurn(): void {
    const now = this.clock.monotonic();
    const lastedMs = now - (this.began ?? now);
    this.began = undefined;
    this.begun.clear();
    this.latePageReads = 0;
    // After a handler that began late in a turn, requests come first.
    const mayHandle = this.handler !== 'later';
    this.handler = undefined;
    if (!this.isResting && this.waiting.size > 0) this.rest(this.headroom.restMs(now, lastedMs, this.waiting.size));
    const mayBegin = this.isResting ? this.lightestNeedful() !== undefined : this.waiting.size > 0;
    if (!mayBegin && this.handlers.length + this.pages.length === 0) return;
    this.elapsed();
    const handler = mayHandle ? this.handlers.shift() : undefined;
    if (handler) this.handler = 'first';
    handler?.();
    this.beginWaiting(FEWEST_READS);
  }

  private rest(ms: number): void {
    if (ms === 0) return;
    this.isResting = true;
    this.after(ms, () => {
      this.isResting = false;
      this.elapsed();
      this.beginWaiting(FEWEST_READS);
    });
  }

  /**
   * Begins reads one after the other, each with all that it leads to in this turn, so that their time counts.
   * @param least reads of tenants that begin however long the turn has lasted
   */
  private beginWaiting(least: number): void {
    const page = this.elapsed() < this.longestMs.turn ? this.pages.shift() : undefined;
    const begin = page ?? this.nextOfTenants(least);
    if (!begin) return;
    begin();
    queueMicrotask(() => process.nextTick(() => this.beginWaiting(page ? least : least - 1)));
  }

  private nextOfTenants(least: number): Begin | undefined {
    const tenantId = this.nextTenant(least);
    const begins = tenantId === undefined ? undefined : this.waiting.get(tenantId);
    if (tenantId === undefined || !begins) return undefined;
    const begin = begins.shift();
    this.waiting.delete(tenantId);
    if (begins.length > 0) this.waiting.set(tenantId, begins);
    this.note(tenantId);
    return begin;
  }

  private nextTenant(least: number): string | undefined {
    const elapsed = this.elapsed();
    const lightest = this.isResting ? this.lightestNeedful() : this.lightest();
    if (lightest !== undefined && this.hasReads(lightest, elapsed)) return lightest;
    if (this.isResting) return least > 0 ? lightest : undefined;
    if (least <= 0 && elapsed * this.waiting.size >= this.longestMs.turn) return undefined;
    return this.waiting.keys().next().value;
  }

  /** Among the next tenants that have reads left in this turn, an interactive one, else that with the fewest recent reads. */
  private lightest(): string | undefined {
    return this.lightestOf((each) => this.isInteractive(each)) ?? this.lightestOf(() => true);
  }

  /** Among those that time is kept free for. */
  private lightestNeedful(): string | undefined {
    return this.lightestOf((each) => this.needsHeadroom(each));
  }

  private lightestOf(which: (tenantId: string) => boolean): string | undefined {
    return this.weights.lightest(this.waiting.keys(), (each) => which(each) && this.hasLeft(each));
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');
