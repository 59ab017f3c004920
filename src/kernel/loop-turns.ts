import { HandlerTurns } from './handler-turns.js';
import { Headroom } from './headroom.js';
import { ReadTurn } from './read-turn.js';
import { ReadWeights } from './read-weights.js';
import type { HandledPage, Scope } from './scope.js';
import { token } from './token.js';
import type { TurnLength } from './turn-length.js';
import { TurnQueues } from './turn-queues.js';

/** A turn that has lasted longer begins neither reads for pages of events nor requests of a tenant alone. */
const LONGEST_MS = 40;
/** Reads of tenants that begin in every turn, however long it has lasted. */
const FEWEST_READS = 1;
/** Reads that belong to no tenant. */
const NO_TENANT = '';

type Begin = () => void;

/**
 * Ends long turns of the event loop. Reads of an embedded store wait for nothing, so without it a loop of them would be
 * one turn, however many they are. Each tenant is guaranteed a share of the time: its reads begin at once until they
 * took that. Beyond it a tenant may begin a few reads in each turn. Interactive tenants, which ask for a few reads at a
 * time, come first and begin more of them; then comes the tenant with the fewest recent reads. Further reads begin in
 * order, and tenants take turns; the more tenants wait, the shorter is the turn.
 * While there are quiet or interactive tenants, turns are shorter, and reads of the others rest between them.
 * A page of events holds up every tenant whose events follow, so its reads wait for no tenant.
 */
export class LoopTurns {
  private readonly turn = new ReadTurn();
  private readonly weights = new ReadWeights();
  private readonly headroom = new Headroom();
  /** During a rest, reads within guaranteed shares and those of quiet and interactive tenants begin, and no others. */
  private isResting = false;
  private readonly waiting = new TurnQueues<string, Begin>();
  private readonly handlers = new HandlerTurns();
  /** Reads for pages of events. */
  private readonly pages: Begin[] = [];
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
    if (others === 0 && elapsed < LONGEST_MS) return undefined;
    this.weights.times.request(tenantId);
    return this.mayBegin(tenantId, elapsed) ? undefined : this.queue(tenantId);
  }

  /** Does the read. The time that it takes counts for its tenant, unless it is for a page of events. */
  read<T>(work: () => T, tenantId = NO_TENANT): T {
    if (this.scope.getStore()?.isOpen) return work();
    const began = this.clock.monotonic();
    try {
      return work();
    } finally {
      this.weights.times.read(tenantId, this.clock.monotonic() - began);
    }
  }

  /** The same as `wait` for a handler of many events, of which one begins in a turn. */
  waitToHandle(): Promise<void> | undefined {
    return this.handlers.wait(this.elapsed() < this.turn.longestMs.turn);
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

  /** Whether time is kept free for some tenant, beside others that read much. */
  get keepsFree(): boolean {
    return this.headroom.isKept(this.clock.monotonic());
  }

  /** Whether it is for this one. For a tenant of which many reads wait, none is. */
  keepsFreeFor(tenantId: string): boolean {
    return this.keepsFree && this.needsHeadroom(tenantId) && !this.weights.isCrowded(tenantId);
  }

  private queue(tenantId: string): Promise<void> {
    this.weights.queued(tenantId, this.waiting.lengthOf(tenantId));
    return new Promise((begin) => this.waiting.add(tenantId, begin));
  }

  private mayBeginOfPage(elapsed: number): boolean {
    if (elapsed < this.turn.longestMs.turn) return true;
    return elapsed < LONGEST_MS && this.turn.takeLatePageRead();
  }

  private mayBegin(tenantId: string, elapsed: number): boolean {
    if (this.waiting.size === 0 && elapsed < this.turn.longestMs.turn) return true;
    if (this.waiting.has(tenantId)) return false;
    if (!this.isGuaranteed(tenantId) && !this.hasReads(tenantId, elapsed)) return false;
    if (this.waiting.size > 0 && this.needsHeadroom(tenantId)) this.headroom.use(this.clock.monotonic());
    this.note(tenantId);
    return true;
  }

  private hasReads(tenantId: string, elapsed: number): boolean {
    const isInteractive = this.isInteractive(tenantId);
    if (this.isResting && !isInteractive) return false;
    return elapsed < this.turn.longestMs[isInteractive ? 'turn' : 'heavy'] && this.hasLeft(tenantId);
  }

  /** The tenant began fewer reads in this turn than it may. */
  private hasLeft(tenantId: string): boolean {
    return this.turn.hasLeft(tenantId, this.isInteractive(tenantId));
  }

  private isGuaranteed(tenantId: string): boolean {
    return this.weights.isGuaranteed(tenantId, this.turn.stretch);
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
    this.turn.note(tenantId);
    this.weights.begun(tenantId);
  }

  /** Milliseconds since the turn began, which is now where none has. */
  private elapsed(): number {
    const now = this.clock.monotonic();
    if (this.turn.isBegun) return this.turn.lastedMs(now);
    this.turn.begin(now, { besideQuiet: this.headroom.isKept(now), awaited: this.waiting.size > 0 });
    this.weights.decay(now);
    this.scheduleEnd();
    return 0;
  }

  /** The next turn begins with what waits. */
  private endTurn(): void {
    const now = this.clock.monotonic();
    const lastedMs = this.turn.end(now);
    this.handlers.endTurn();
    if (!this.isResting && this.waiting.size > 0) this.rest(this.headroom.restMs(now, lastedMs, this.waiting.size));
    if (!this.mayBeginWaiting && !this.handlers.areWaiting && this.pages.length === 0) return;
    this.elapsed();
    this.handlers.beginFirst();
    this.beginWaiting(FEWEST_READS);
  }

  /** Reads of tenants wait that may begin in the next turn. */
  private get mayBeginWaiting(): boolean {
    if (!this.isResting) return this.waiting.size > 0;
    return this.guaranteed() !== undefined || this.lightest((each) => this.hasLeft(each)) !== undefined;
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
    const page = this.elapsed() < this.turn.longestMs.turn ? this.pages.shift() : undefined;
    const begin = page ?? this.nextOfTenants(least);
    if (!begin) return;
    begin();
    queueMicrotask(() => process.nextTick(() => this.beginWaiting(page ? least : least - 1)));
  }

  private nextOfTenants(least: number): Begin | undefined {
    const tenantId = this.nextTenant(least);
    if (tenantId === undefined) return undefined;
    this.note(tenantId);
    return this.waiting.take(tenantId);
  }

  private nextTenant(least: number): string | undefined {
    const elapsed = this.elapsed();
    const guaranteed = elapsed < this.turn.longestMs.turn ? this.guaranteed() : undefined;
    if (guaranteed !== undefined) return guaranteed;
    const lightest = this.lightest((each) => this.hasReads(each, elapsed));
    if (lightest !== undefined) return lightest;
    if (this.isResting) return least > 0 ? this.lightest((each) => this.hasLeft(each)) : undefined;
    if (least <= 0 && elapsed * this.waiting.size >= this.turn.longestMs.turn) return undefined;
    return this.waiting.keys().next().value;
  }

  /** A tenant within its guaranteed share. */
  private guaranteed(): string | undefined {
    return this.weights.times.lightest(this.waiting.keys(), (each) => this.isGuaranteed(each));
  }

  /**
   * Among the next tenants that may, that with the fewest recent reads. Those that time is kept free for come first, and
   * during a rest no others.
   */
  private lightest(may: (tenantId: string) => boolean): string | undefined {
    const needful = this.lightestOf((each) => this.needsHeadroom(each) && may(each));
    return needful ?? (this.isResting ? undefined : this.lightestOf(may));
  }

  private lightestOf(may: (tenantId: string) => boolean): string | undefined {
    return this.weights.lightest(this.waiting.keys(), may);
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');
