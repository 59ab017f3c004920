import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { UnknownEvent } from '../../engine/log/codec.js';
import type { UnreadableEvent } from '../../engine/log/event-log.js';
import type { Turn } from '../../fairness/queue/fair-runner.js';
import type { Position } from '../../kernel/event.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { Frame } from '../../public-events/frames/frame.js';
import { Frames } from '../../public-events/frames/frames.js';
import { conversationBacklog } from '../../public-events/published/backlog.js';
import { conversationConcerned } from '../../public-events/published/conversation-concerned.js';
import { DeletedSince } from '../../public-events/published/deleted-since.js';
import { eventsInOrder } from '../../public-events/published/events-in-order.js';
import type { BacklogPage, PublicEventHistory, Span } from '../../public-events/published/history.js';
import { type PublishedEvent, toPublishedEvent } from '../../public-events/published/published-event.js';
import { type Address, conversationAt } from '../subscriptions/address.js';
import type { Connection } from '../subscriptions/connection.js';

/** A receiver that missed more reads the current state instead. `read` includes the events of other tenants. */
const MOST = { missed: 100_000, read: 1_000_000 };
/** A receiver that has not caught up after this time is stuck: what was read for it is dropped and read again later. */
const STUCK_MS = 100;

/** Skipped events after which a receiver reads the current state instead. */
const MOST_SKIPPED = 100;

/** Called for an event whose frame cannot be made, with the position before it. */
export type Skipped = (after: Position, position: Position, error: unknown) => void;

export interface Replayed {
  /** Frames may be missing after this position. */
  readonly missingAfter?: Position;
  readonly error?: unknown;
}

/** How far a replay came. */
interface Progress {
  through: Position;
  missed: number;
  read: number;
  skipped: number;
}

type Outcome = 'complete' | 'stopped' | 'stuck' | 'too_much';

/**
 * Sends a connection the frames it missed, in order, without those that another of its addresses brings. It gives its
 * turn to others after each page, and while the receiver does not keep up.
 */
export class Replay {
  private readonly progress: Progress;

  constructor(
    private readonly history: PublicEventHistory,
    private readonly connection: Connection,
    private readonly address: Address,
    private readonly span: Span,
    private readonly skipped: Skipped,
    private readonly most = MOST,
  ) {
    this.progress = { through: span.after, missed: 0, read: 0, skipped: 0 };
  }

  async run(turn: Turn): Promise<Replayed> {
    try {
      for (;;) {
        const outcome = await this.send(turn);
        if (outcome === 'too_much') return { missingAfter: this.progress.through };
        if (outcome !== 'stuck') return {};
        await turn.yield(this.connection.drained());
      }
    } catch (error) {
      return { missingAfter: this.progress.through, error };
    }
  }

  private async send(turn: Turn): Promise<Outcome> {
    const { connection, progress, most } = this;
    const deleted = new DeletedSince(this.history);
    const frames = new Frames(this.history.log, {
      deleted,
      links: this.history.links,
      budget: cacheBudgets.resumedConversations,
    });
    for await (const page of this.pages()) {
      if (progress.missed >= most.missed || progress.read >= most.read || progress.skipped >= MOST_SKIPPED)
        return 'too_much';
      await deleted.load(page.events);
      const outcome = await this.sendPage(page, frames, turn);
      if (outcome !== 'complete') return outcome;
      progress.through = page.through;
      await turn.yield();
    }
    return connection.isOpen ? 'complete' : 'stopped';
  }

  private async sendPage(page: BacklogPage, frames: Frames, turn: Turn): Promise<Outcome> {
    const { connection, address, progress } = this;
    progress.read += page.read;
    for (const { position, event, unreadable } of eventsInOrder(page)) {
      const published = event && toPublishedEvent(event);
      const made = published ? await this.framesOf(published, frames) : [];
      if (!connection.subscriptions.has(address)) return 'stopped';
      if (unreadable) this.skipUnreadable(unreadable, frames);
      const isElsewhere = published && connection.hasElsewhere(address, published.conversationId, position);
      if (published && !isElsewhere) await this.sendShown(published, made, frames);
      progress.missed++;
      progress.through = position;
      if (connection.isCongested) await turn.yield(connection.drained(STUCK_MS));
      if (!connection.isOpen) return 'stopped';
      if (connection.isCongested) return 'stuck';
    }
    return 'complete';
  }

  private async sendShown(published: PublishedEvent, made: readonly Frame[], frames: Frames): Promise<void> {
    const { connection } = this;
    for (const frame of made) {
      const usersName = connection.seesWhole ? undefined : await frames.usersName(published, frame);
      connection.sendShown(published, frame, usersName);
    }
  }

  /** A frame that cannot be made is sent as a gap, so that the frames after it are still sent. */
  private async framesOf(published: PublishedEvent, frames: Frames): Promise<readonly Frame[]> {
    try {
      return await frames.of(published);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.markSkipped(published.event.meta.position, error);
      return [];
    }
  }

  private skipUnreadable({ type, stream, position }: UnreadableEvent, frames: Frames): void {
    frames.passOver(stream);
    if (conversationConcerned(stream) === undefined) return;
    this.markSkipped(position, new UnknownEvent(`${type} at position ${position} was written by a newer version`));
  }

  private markSkipped(position: Position, error: unknown): void {
    this.progress.skipped++;
    this.skipped(this.progress.through, position, error);
  }

  private pages(): AsyncGenerator<BacklogPage> {
    const { tenantId } = this.connection.caller;
    const conversationId = conversationAt(this.address);
    const span = { ...this.span, after: this.progress.through };
    return conversationId === undefined
      ? this.history.tenant(tenantId, span)
      : conversationBacklog(this.history.log, tenantId, conversationId, span);
  }
}
