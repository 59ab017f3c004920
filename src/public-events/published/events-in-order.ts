import type { UnreadableEvent } from '../../engine/log/event-log.js';
import type { Position, Recorded } from '../../kernel/event.js';
import type { BacklogPage } from './history.js';

/** An event of a page, or one that a newer version wrote. */
export interface PageEvent {
  readonly position: Position;
  readonly event?: Recorded;
  readonly unreadable?: UnreadableEvent;
}

/** All events of a page in the order of the log. */
export function eventsInOrder({ events, unreadable }: Pick<BacklogPage, 'events' | 'unreadable'>): PageEvent[] {
  const all: PageEvent[] = events.map((event) => ({ position: event.meta.position, event }));
  if (unreadable.length === 0) return all;
  for (const each of unreadable) all.push({ position: each.position, unreadable: each });
  return all.sort((a, b) => a.position - b.position);
}
