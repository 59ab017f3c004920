import { type CallBounds, CallPlaces } from '../../fairness/queue/call-places.js';
import { type QueueEntry, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { SECOND } from '../../kernel/instant.js';

/** Each endpoint has 8 places for conversations and two more for tests and retries by hand. */
const PER_TENANT = 10;
const BOUNDS: CallBounds = {
  running: { total: 256, perTenant: PER_TENANT },
  reserved: { total: 16, perTenant: 2 },
  spare: 96,
  waiting: { total: 100_000, perTenant: 1_050 },
  underWay: { total: 1_024, perTenant: PER_TENANT },
};
/** Before a conversation gives its place to those of other tenants. */
const SLOW_MS = 2 * SECOND;

/** A conversation of a tenant whose next delivery is due. */
export interface DueConversation extends QueueEntry {
  /** Its turn has come. */
  send(): void;
  /** There is no room to wait. */
  postpone(): void;
}

/** The turns of all tenants' conversations. */
export class DeliveryTurns {
  private readonly places = new CallPlaces<DueConversation>(BOUNDS);
  private readonly slow = new Map<DueConversation, NodeJS.Timeout>();

  constructor(private readonly slowMs = SLOW_MS) {}

  /** Conversations that wait for a place. */
  get waiting(): number {
    return this.places.waiting;
  }

  add(due: DueConversation): void {
    try {
      for (const displaced of this.places.add(due)) displaced.postpone();
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      due.postpone();
    }
  }

  /** Starts every conversation that gets a place. */
  give(): void {
    for (let due = this.places.take(); due; due = this.places.take()) {
      const begun = due;
      this.slow.set(due, setTimeout(() => this.giveAway(begun), this.slowMs).unref());
      due.send();
    }
  }

  /** Gives a place back. */
  end(due: DueConversation): void {
    clearTimeout(this.slow.get(due));
    this.slow.delete(due);
    this.places.end(due);
  }

  /** Forgets the conversations that wait. */
  clear(): void {
    this.places.drain();
  }

  private giveAway(due: DueConversation): void {
    this.places.giveAway(due);
    this.give();
  }
}
