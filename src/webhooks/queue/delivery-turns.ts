import { type FairQueueBounds, type QueueEntry, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairQueue } from '../../fairness/queue/fair-queue.js';

/** Each endpoint has 8 places for conversations and two more for tests and retries by hand. */
const BOUNDS: FairQueueBounds = {
  running: { total: 256, perTenant: 10 },
  reserved: { total: 16, perTenant: 2 },
  spare: 96,
  waiting: { total: 100_000, perTenant: 1_050 },
};

/** A conversation of a tenant whose next delivery is due. */
export interface DueConversation extends QueueEntry {
  /** Its turn has come. */
  send(): void;
  /** There is no room to wait. */
  postpone(): void;
}

/** The turns of all tenants' conversations. */
export class DeliveryTurns {
  private readonly queue = new FairQueue<DueConversation>(BOUNDS);

  /** Conversations that wait for a place. */
  get waiting(): number {
    return this.queue.waiting;
  }

  add(due: DueConversation): void {
    try {
      for (const displaced of this.queue.add(due)) displaced.postpone();
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      due.postpone();
    }
  }

  /** Starts every conversation that gets a place. */
  give(): void {
    for (let due = this.queue.take(); due; due = this.queue.take()) due.send();
  }

  /** Gives a place back. */
  end(due: DueConversation): void {
    this.queue.remove(due);
  }

  /** Forgets the conversations that wait. */
  clear(): void {
    this.queue.drain();
  }
}
