import type { Position } from '../kernel/event.js';
import { conversationBacklog } from '../public-events/backlog.js';
import { DeletedMessages } from '../public-events/deleted-messages.js';
import { Frames } from '../public-events/frames.js';
import type { PublicEventHistory, Span } from '../public-events/history.js';
import { toPublishedEvent } from '../public-events/published-event.js';
import { type Address, conversationAt } from './address.js';
import type { Connection } from './connection.js';

/** Whoever missed more is better served by reading anew; `read` counts other tenants' events that are read past. */
const MOST = { missed: 100_000, read: 1_000_000 };
const AT_ONCE = 32;

export interface Replayed {
  /** Something may be missing after this position. */
  readonly missingAfter?: Position;
  /** Why it broke off. */
  readonly error?: unknown;
}

/** Sends a line what it missed, in order, leaving out what another of its addresses brought or will bring. */
export async function replay(
  history: PublicEventHistory,
  connection: Connection,
  address: Address,
  span: Span,
  most = MOST,
): Promise<Replayed> {
  const { tenantId } = connection.caller;
  const conversationId = conversationAt(address);
  const pages =
    conversationId === undefined
      ? history.tenant(tenantId, span)
      : conversationBacklog(history.log, tenantId, conversationId, span);
  const deleted = new DeletedMessages(history);
  const frames = new Frames(history.log, deleted);
  let missed = 0;
  let read = 0;
  let through = span.after;
  try {
    for await (const page of pages) {
      if (missed >= most.missed || read >= most.read) return { missingAfter: through };
      await deleted.load(page.events);
      for (const [i, event] of page.events.entries()) {
        const told = toPublishedEvent(event);
        const made = told ? await frames.of(told) : [];
        if (!connection.subscriptions.has(address)) return {};
        if (told && connection.hasElsewhere(address, told.conversationId, event.meta.position)) continue;
        for (const frame of made) connection.send(frame);
        if (i % AT_ONCE === 0 && !(await connection.isDrained())) return {};
      }
      missed += page.events.length;
      read += page.read;
      through = page.through;
    }
    return {};
  } catch (error) {
    return { missingAfter: through, error };
  }
}

/** So many at a time; the others wait their turn. */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
