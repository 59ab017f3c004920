import { setTimeout as sleep } from 'node:timers/promises';
import type { Position, Recorded } from '../../kernel/event.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { EventLog } from './event-log.js';
import { type Subscription, subscribe } from './subscription.js';
import { SubscriptionCheckpoint } from './subscription-checkpoint.js';
import type { EventPlace } from './tail/followed-event.js';

/** After this many events without an effect the checkpoint advances anyway, so that a start reads few of them again. */
const MAX_EVENTS_WITHOUT_CHECKPOINT = 1_000;
/** It advances after this time, too, so that other processes see how far an idle subscriber is. */
const REST_MS = 5_000;

export interface EventHandler {
  /** Names the checkpoint too, so it never changes. */
  readonly name: string;
  /** Event types that it handles. Left out: all. */
  readonly types?: readonly string[];
  /** After a page without an effect it waits this long, so that the next page has more events. Default: it waits for nothing. */
  readonly gatherMs?: number;
  /** Nothing leaves the service again when all events are handled again, so it ignores where effects begin after a loss. */
  readonly isRepeatable?: true;
  /** Runs before the first page of every start, and again after a failure, before the checkpoint is read. */
  begin?(): Promise<void> | void;
  /**
   * Handles a page of events. Resolves when the effects are durable. The same events may come again, so effects need
   * ids derived from the event.
   * @returns whether any event had an effect; the checkpoint then advances right after this page, while the next one is
   * handled.
   */
  handle(events: readonly Recorded[]): Promise<boolean>;
}

/** Hands the log to a handler in order, at least once, from a checkpoint in the operational store. */
export class CheckpointedSubscriber {
  private readonly checkpoint: SubscriptionCheckpoint;
  private subscription: Subscription | undefined;
  private eventsSinceCheckpoint = 0;
  /** The checkpoint advances to this event next. */
  private reached: EventPlace | undefined;
  private hadEffect = false;
  private isAdvancing = false;
  /** The last event that was handled. */
  private last: EventPlace | undefined;
  private rest: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: EventLog,
    operations: OperationalStore,
    private readonly handler: EventHandler,
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.checkpoint = new SubscriptionCheckpoint(log, operations, handler.name, handler.isRepeatable);
  }

  /** Reads on from the checkpoint; after a failure again, with growing pauses. */
  start(): void {
    this.close();
    const { name, types } = this.handler;
    const subscriber = {
      name,
      ...(types ? { types } : {}),
      from: () => this.begin(),
      handle: (events: readonly Recorded[]) => this.handle(events),
      reached: (last: EventPlace, count: number) => this.reach(last, count),
    };
    this.subscription = subscribe(this.log, subscriber, this.failed);
  }

  /**
   * Hands over no further page and reports no failure. The page being handled may still end and advance the checkpoint.
   */
  close(): void {
    this.stopRest();
    this.subscription?.close();
    this.subscription = undefined;
  }

  private stopRest(): void {
    clearTimeout(this.rest);
    this.rest = undefined;
  }

  private async begin(): Promise<Position> {
    await this.handler.begin?.();
    return this.checkpoint.position();
  }

  private async handle(events: readonly Recorded[]): Promise<void> {
    const { gatherMs } = this.handler;
    if (await this.handler.handle(events)) this.hadEffect = true;
    else if (gatherMs !== undefined) await sleep(gatherMs, undefined, { ref: false });
  }

  private reach(last: EventPlace, count: number): void {
    this.eventsSinceCheckpoint += count;
    this.last = last;
    if (!this.hadEffect && this.eventsSinceCheckpoint < MAX_EVENTS_WITHOUT_CHECKPOINT) {
      this.rest ??= setTimeout(() => this.advanceToLast(), REST_MS).unref();
      return;
    }
    this.advanceToLast();
  }

  private advanceToLast(): void {
    this.stopRest();
    this.eventsSinceCheckpoint = 0;
    this.hadEffect = false;
    this.reached = this.last;
    if (!this.isAdvancing) void this.advance();
  }

  /** No page waits for it. A write that fails is not repeated; the next page writes a later checkpoint. */
  private async advance(): Promise<void> {
    this.isAdvancing = true;
    try {
      for (let last = this.reached; last; last = this.reached) {
        this.reached = undefined;
        await this.checkpoint.advance(last);
      }
    } catch (error) {
      if (this.subscription) this.failed(this.handler.name, error);
    }
    this.isAdvancing = false;
  }
}
