import type { Position, Recorded } from '../../../kernel/event.js';
import type { Tail } from '../../../ports/stores/event-store.js';
import { UnknownEvent } from '../codec.js';
import { DamagedEvent } from '../damaged-events.js';
import type { EventLog } from '../event-log.js';
import type { EventPlace, FollowedEvent, TailedEvent } from './followed-event.js';
import { PendingEvents } from './pending-events.js';
import type { TailReader } from './shared-tail.js';
import type { Subscriber } from './subscriber.js';

const FIRST_PAUSE_MS = 100;
/** Bounds how late a subscriber notices that the store is back. */
const LONGEST_PAUSE_MS = 1_000;
/** A page of more events is handled in a turn of the event loop of its own. */
const FEW = 50;

/**
 * Reads the log for one subscriber. It joins the shared tail, which hands over all later events, and reads the earlier
 * ones in a tail of its own. With too many pending events it leaves the shared tail and begins again.
 */
export class SubscriptionReader implements TailReader {
  readonly name: string;
  readonly types: readonly string[] | undefined;
  private readonly pending = new PendingEvents();
  private handled: Position | undefined;
  /** Position of the shared tail when it joined; undefined: it has not joined. */
  private joinedAt: Position | undefined;
  private own: Tail | undefined;
  /** It has read all events before `joinedAt`, and handles those of the shared tail. */
  private isAtTail = false;
  private counted = 0;
  private state: 'starting' | 'following' | 'failed' | 'closed' = 'starting';
  private starts = 0;
  private isRunning = false;
  private isHandling = false;
  private timer: NodeJS.Timeout | undefined;
  private pause = FIRST_PAUSE_MS;

  constructor(
    private readonly log: EventLog,
    private readonly subscriber: Subscriber,
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.name = subscriber.name;
    this.types = subscriber.types;
  }

  get position(): Position | undefined {
    this.pass();
    return this.handled;
  }

  start(): void {
    this.begin().catch((error) => this.fail(error));
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.timer);
    this.stop();
    this.log.shared.release(this);
  }

  take(event: FollowedEvent): void {
    this.pass();
    if (!this.pending.add(event)) this.leave();
  }

  wake(): void {
    if (!this.isRunning && this.isAtTail) void this.run();
  }

  passed(): void {
    const { last } = this.log.shared;
    if (last && this.pass() && last.position === this.handled) this.reach(last);
  }

  fail(error: unknown): void {
    if (this.state === 'failed' || this.state === 'closed') return;
    this.state = 'failed';
    this.stop();
    this.failed(this.name, error);
    if (!this.isHandling) this.retryLater();
  }

  /** An idle reader is as far as the shared tail. False: it is not idle. */
  private pass(): boolean {
    if (!this.isAtTail || this.isRunning || this.pending.size > 0) return false;
    this.handled = Math.max(this.handled ?? 0, this.log.shared.position);
    return true;
  }

  private async begin(): Promise<void> {
    const start = ++this.starts;
    const isCurrent = () => this.state === 'starting' && this.starts === start;
    this.state = 'starting';
    const from = await this.subscriber.from();
    if (!isCurrent()) return;
    await this.log.shared.use(this);
    if (!isCurrent()) return;
    this.state = 'following';
    this.handled = from;
    this.follow(from);
  }

  private follow(from: Position): void {
    this.isAtTail = this.join() <= from;
    if (this.isAtTail) return;
    this.own = this.ownTail(from);
  }

  private ownTail(from: Position): Tail {
    const read = (events: readonly TailedEvent[]) => this.readOwn(events);
    const fail = (error: unknown) => this.fail(error);
    const types = this.subscriber.stored ? [] : this.types;
    return types ? this.log.tailOf(new Set(types), from, read, fail) : this.log.tail(from, read, fail);
  }

  private join(): Position {
    const { shared } = this.log;
    shared.join(this);
    this.counted = shared.count;
    this.joinedAt = shared.position;
    return shared.position;
  }

  private leave(): void {
    this.log.shared.leave(this);
    this.joinedAt = undefined;
    this.isAtTail = false;
  }

  private stop(): void {
    this.leave();
    this.pending.clear();
    this.own?.close();
    this.own = undefined;
  }

  private async readOwn(events: readonly TailedEvent[]): Promise<void> {
    const { own } = this;
    await this.handle(events);
    const last = events.at(-1)?.stored;
    if (last) this.subscriber.reached?.(last, events.length);
    if (!own || this.own !== own) return;
    if ((this.joinedAt ?? this.join()) > (this.handled ?? 0)) return;
    this.own = undefined;
    own.close();
    this.isAtTail = true;
    this.wake();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.isAtTail && this.pending.size > 0) {
        if (this.pending.size > FEW) await this.log.loop?.pause();
        const events = this.pending.take(this.handled ?? 0);
        await this.handle(events);
        const last = events.at(-1)?.stored;
        if (last) this.reach(last);
      }
    } catch (error) {
      this.fail(error);
    }
    this.isRunning = false;
    if (this.state === 'following' && this.joinedAt === undefined) this.follow(this.handled ?? 0);
  }

  private reach(last: EventPlace): void {
    const { count } = this.log.shared;
    this.subscriber.reached?.(last, count - this.counted);
    this.counted = count;
  }

  /** In log order; events of a newer version go to `unknown`. */
  private async handle(all: readonly TailedEvent[]): Promise<void> {
    const last = all.at(-1);
    if (!last) return;
    this.isHandling = true;
    try {
      if (this.subscriber.stored) await this.handOverStored(all);
      else await this.handOverDecoded(all);
    } finally {
      this.isHandling = false;
      if (this.state === 'failed') this.retryLater();
    }
    this.pause = FIRST_PAUSE_MS;
    this.handled = last.stored.position;
  }

  private async handOverDecoded(all: readonly TailedEvent[]): Promise<void> {
    let events: Recorded[] = [];
    for (const { stored, event } of all) {
      if (!event) continue;
      if (!(event instanceof Error)) {
        if (this.types?.includes(event.type) ?? true) events.push(event);
        continue;
      }
      if (event instanceof UnknownEvent && !this.subscriber.unknown) throw event;
      await this.handOver(events);
      events = [];
      if (event instanceof DamagedEvent) await this.passOver(stored);
      else await this.subscriber.unknown?.(stored);
    }
    await this.handOver(events);
  }

  private handOverStored(all: readonly TailedEvent[]): Promise<void> {
    return this.inTurn(async () => await this.subscriber.stored?.(all.map(({ stored }) => stored)));
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    return this.log.loop ? this.log.loop.handle(work) : work();
  }

  private async handOver(events: readonly Recorded[]): Promise<void> {
    if (events.length === 0) return;
    try {
      await this.inTurn(async () => void (await this.subscriber.handle(events)));
    } catch (error) {
      if (!(error instanceof DamagedEvent)) throw error;
      await this.handOverAround(events, error);
    }
  }

  /** A handler read a stream that has a damaged event: the events are handed over one by one, without those of it. */
  private async handOverAround(events: readonly Recorded[], error: DamagedEvent): Promise<void> {
    const [event] = events;
    if (events.length > 1) for (const each of events) await this.handOver([each]);
    else if (event) {
      this.failed(this.name, error);
      await this.passOver(event.meta);
    }
  }

  private async passOver(event: EventPlace): Promise<void> {
    if (this.subscriber.damaged) await this.subscriber.damaged(event);
  }

  private retryLater(): void {
    this.timer = setTimeout(() => this.start(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }
}
