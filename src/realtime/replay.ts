import type { EventLog } from '../engine/log/event-log.js';
import type { Position } from '../kernel/event.js';
import { type Address, conversationAt } from './address.js';
import { toldOf } from '../public-events/published-event.js';
import { Frames } from '../public-events/frames.js';
import type { Line } from './connection.js';
import { missedByTenant, missedIn, type Span } from '../public-events/backlog.js';

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
export async function replay(log: EventLog, line: Line, address: Address, span: Span, most = MOST): Promise<Replayed> {
  const { tenantId } = line.caller;
  const conversationId = conversationAt(address);
  const pages =
    conversationId === undefined ? missedByTenant(log, tenantId, span) : missedIn(log, tenantId, conversationId, span);
  const frames = new Frames(log);
  let missed = 0;
  let read = 0;
  let through = span.after;
  try {
    for await (const page of pages) {
      if (missed >= most.missed || read >= most.read) return { missingAfter: through };
      for (const [i, event] of page.events.entries()) {
        const told = toldOf(event);
        const made = told ? await frames.of(told) : [];
        if (!line.subscriptions.has(address)) return {};
        if (told && line.hasElsewhere(address, told.conversationId, event.meta.position)) continue;
        for (const frame of made) line.send(frame);
        if (i % AT_ONCE === 0 && !(await line.isDrained())) return {};
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
export class Turns {
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
