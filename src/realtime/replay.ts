import { cacheBudgets } from '../catalogue/cache-budgets.js';
import type { Position } from '../kernel/event.js';
import type { Turn } from '../kernel/fair-runner.js';
import { conversationBacklog } from '../public-events/backlog.js';
import { DeletedMessages } from '../public-events/deleted-messages.js';
import { Frames } from '../public-events/frames.js';
import type { BacklogPage, PublicEventHistory, Span } from '../public-events/history.js';
import { toPublishedEvent } from '../public-events/published-event.js';
import { type Address, conversationAt } from './address.js';
import type { Connection } from './connection.js';

/** A receiver that missed more reads the current state instead. `read` includes the events of other tenants. */
const MOST = { missed: 100_000, read: 1_000_000 };
const FRAMES_AT_ONCE = 32;
/** A receiver that has not caught up after this time is stuck: what was read for it is dropped and read again later. */
const STUCK_MS = 100;

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
    private readonly most = MOST,
  ) {
    this.progress = { through: span.after, missed: 0, read: 0 };
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
    const deleted = new DeletedMessages(this.history);
    const frames = new Frames(this.history.log, deleted, cacheBudgets.resumedConversations);
    for await (const page of this.pages()) {
      if (progress.missed >= most.missed || progress.read >= most.read) return 'too_much';
      await deleted.load(page.events);
      const outcome = await this.sendPage(page, frames, turn);
      if (outcome !== 'complete') return outcome;
      progress.through = page.through;
      await turn.yield();
    }
    return connection.isOpen ? 'complete' : 'stopped';
  }

  private async sendPage({ events, read }: BacklogPage, frames: Frames, turn: Turn): Promise<Outcome> {
    const { connection, address, progress } = this;
    progress.read += read;
    for (const [i, event] of events.entries()) {
      const told = toPublishedEvent(event);
      const made = told ? await frames.of(told) : [];
      if (!connection.subscriptions.has(address)) return 'stopped';
      const isElsewhere = told && connection.hasElsewhere(address, told.conversationId, event.meta.position);
      if (told && !isElsewhere) for (const frame of made) connection.tell(told, frame);
      progress.missed++;
      progress.through = event.meta.position;
      if (i % FRAMES_AT_ONCE === 0 && connection.isCongested) await turn.yield(connection.drained(STUCK_MS));
      if (!connection.isOpen) return 'stopped';
      if (i % FRAMES_AT_ONCE === 0 && connection.isCongested) return 'stuck';
    }
    return 'complete';
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
