import { Headroom } from './headroom.js';
import { token } from './token.js';
import { type Begin, NO_TENANT, WaitingReads } from './waiting-reads.js';

/**
 * `turn`: a turn of the event loop that has lasted so long begins no more pages of events, nor reads for them, nor reads
 * of interactive tenants that had more than an equal share.
 * `heavy`: a heavy tenant begins reads only in a turn that has lasted less.
 */
const LONGEST_MS = { usual: { turn: 5, heavy: 4 }, besideQuiet: { turn: 3, heavy: 2 } };
/** The same for a light tenant. */
const LONGEST_LIGHT_MS = 40;
/** Reads of tenants that begin in every turn, however long it has lasted. */
const FEWEST_READS = 1;

/** Once all has run that follows at once from what ran before. */
const afterwards = (work: () => void): void => queueMicrotask(() => process.nextTick(work));

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
 * one turn, however many they are. In each turn a tenant may begin a few reads. Interactive tenants, which ask for a few
 * reads at a time, come first and begin more of them; then comes the tenant with the fewest recent reads. A light tenant,
 * with no more than an equal share of recent reads, may still begin some when the turn has lasted long. Further reads
 * begin in order, and tenants take turns; the more tenants wait, the shorter is the turn. New input and commits go before
 * reads that wait.
 * While there are quiet or interactive tenants, turns are shorter, and reads of the others rest between them.
 * A page of events holds up every tenant whose events follow, so its reads wait for no tenant.
 */
export class LoopTurns {
  private began: number | undefined;
  private readonly reads = new WaitingReads();
  private readonly headroom = new Headroom();
  /** Limits of this turn. */
  private longestMs = LONGEST_MS.usual;
  /** During a rest, waiting reads of quiet and interactive tenants and new reads of light tenants begin, and no others. */
  private isResting = false;
  /** A handler of many events began in this turn: before the reads that waited, or at another time. */
  private handler: 'first' | 'later' | undefined;
  /** After a turn with a handler at another time, requests come first. */
  private mayHandle = true;
  private readonly beforeReads: (() => void)[] = [];
  private readingSince = 0;
  private readonly handlers: Begin[] = [];
  /** Reads for pages of events. */
  private readonly pages: Begin[] = [];

  constructor(
    private readonly clock: { monotonic(): number },
    private readonly scope: Scope<HandledPage>,
    private readonly after: (ms: number, work: () => void) => void = (ms, work) => void setTimeout(work, ms),
  ) {}

  /** Undefined: a read of the tenant may begin now. Otherwise it may once the promise is kept. */
  wait(tenantId = NO_TENANT): Promise<void> | undefined {
    const elapsed = this.elapsed();
    if (this.scope.getStore()?.isOpen) {
      return elapsed < this.longestMs.turn ? undefined : new Promise((begin) => this.pages.push(begin));
    }
    return this.mayBegin(tenantId, elapsed) ? undefined : this.reads.add(tenantId);
  }

  /** The same for a request, which waits only where another tenant does. */
  waitToServe(tenantId: string): Promise<void> | undefined {
    const elapsed = this.elapsed();
    const others = this.reads.tenants - (this.reads.has(tenantId) ? 1 : 0);
    if (others === 0 && elapsed < LONGEST_LIGHT_MS) return undefined;
    return this.mayBegin(tenantId, elapsed) ? undefined : this.reads.add(tenantId);
  }

  /** The same for a handler of many events, of which one begins in a turn. */
  waitToHandle(): Promise<void> | undefined {
    if (this.elapsed() < this.longestMs.turn && this.handlers.length === 0 && !this.handler) {
      this.handler = 'later';
      return undefined;
    }
    return new Promise((begin) => this.handlers.push(begin));
  }

  /** Does the work in this turn once its input is handled, before reads that wait. */
  doBeforeReads(work: () => void): void {
    this.beforeReads.push(work);
    this.elapsed();
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

  private mayBegin(tenantId: string, elapsed: number): boolean {
    const { reads } = this;
    if (reads.tenants === 0 && elapsed < this.longestMs.turn) return true;
    if (reads.has(tenantId) || !this.hasTime(tenantId, elapsed)) return false;
    if (reads.tenants > 0 && reads.needsHeadroom(tenantId)) this.headroom.use(this.clock.monotonic());
    reads.note(tenantId);
    return true;
  }

  private hasTime(tenantId: string, elapsed: number): boolean {
    const [isLight, isInteractive] = [this.reads.isLight(tenantId), this.reads.isInteractive(tenantId)];
    if (this.isResting && !isLight && !isInteractive) return false;
    const longestMs = isLight ? LONGEST_LIGHT_MS : this.longestMs[isInteractive ? 'turn' : 'heavy'];
    return elapsed < longestMs && this.reads.hasLeft(tenantId);
  }

  /** Milliseconds since the turn began, which is now where none has. */
  private elapsed(): number {
    const now = this.clock.monotonic();
    if (this.began !== undefined) return now - this.began;
    this.began = now;
    this.longestMs = LONGEST_MS[this.headroom.isKept(now) ? 'besideQuiet' : 'usual'];
    this.reads.decay(now);
    setImmediate(() => this.inputHandled(this.beforeReads.length));
    return 0;
  }

  /** @param works how many go before reads that wait */
  private inputHandled(works: number): void {
    const work = works > 0 ? this.beforeReads.shift() : undefined;
    if (work) {
      work();
      afterwards(() => this.inputHandled(works - 1));
    } else this.beginReads();
  }

  private beginReads(): void {
    const handler = this.mayHandle && !this.handler ? this.handlers.shift() : undefined;
    if (handler) this.handler = 'first';
    handler?.();
    this.readingSince = this.clock.monotonic();
    this.beginWaiting(FEWEST_READS);
  }

  private endTurn(): void {
    const now = this.clock.monotonic();
    const lastedMs = now - (this.began ?? now);
    this.began = undefined;
    this.reads.endTurn();
    this.mayHandle = this.handler !== 'later';
    this.handler = undefined;
    if (!this.isResting && this.reads.tenants > 0) this.rest(this.headroom.restMs(now, lastedMs, this.reads.tenants));
    const mayBegin = this.isResting ? this.reads.lightestNeedful() !== undefined : this.reads.tenants > 0;
    if (mayBegin || this.handlers.length + this.pages.length + this.beforeReads.length > 0) this.elapsed();
  }

  private rest(ms: number): void {
    if (ms === 0) return;
    this.isResting = true;
    this.after(ms, () => {
      this.isResting = false;
      this.elapsed();
    });
  }

  /**
   * Begins reads one after the other, each with all that it leads to at once, so that their time counts.
   * @param least reads of tenants that begin however long the turn has lasted
   */
  private beginWaiting(least: number): void {
    const page = this.mayBeginPages() ? this.pages.shift() : undefined;
    const begin = page ?? this.nextOfTenants(least);
    if (begin) {
      begin();
      afterwards(() => this.beginWaiting(page ? least : least - 1));
    } else this.endTurn();
  }

  /** Input before them does not count: all tenants wait for them. */
  private mayBeginPages(): boolean {
    return this.clock.monotonic() - this.readingSince < this.longestMs.turn;
  }

  private nextOfTenants(least: number): Begin | undefined {
    const tenantId = this.nextTenant(least);
    return tenantId === undefined ? undefined : this.reads.take(tenantId);
  }

  private nextTenant(least: number): string | undefined {
    const { reads } = this;
    const elapsed = this.elapsed();
    const lightest = this.isResting ? reads.lightestNeedful() : reads.lightest();
    if (lightest !== undefined && this.hasTime(lightest, elapsed)) return lightest;
    if (this.isResting) return least > 0 ? lightest : undefined;
    if (least <= 0 && elapsed * reads.tenants >= this.longestMs.turn) return undefined;
    return reads.first();
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');
