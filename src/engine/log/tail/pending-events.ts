import type { Position } from '../../../kernel/event.js';
import { PAGE_CHARACTERS } from '../../../ports/stores/event-store.js';
import type { FollowedEvent } from './followed-event.js';

const PAGE = 500;
const MOST = { events: 4_096, characters: 16 * 1024 * 1024 };

/** Events that wait for one subscriber, in log order. */
export class PendingEvents {
  private events: FollowedEvent[] = [];
  private characters = 0;
  size = 0;

  /** False: there is no more room, and all pending events are dropped. */
  add(event: FollowedEvent): boolean {
    this.size = this.events.push(event);
    this.characters += event.stored.body.length;
    if (this.size <= MOST.events && this.characters <= MOST.characters) return true;
    this.clear();
    return false;
  }

  /** Takes the next page of events. Those up to `after` are dropped. */
  take(after: Position): readonly FollowedEvent[] {
    const page: FollowedEvent[] = [];
    let [taken, characters] = [0, 0];
    for (const event of this.events) {
      if (page.length === PAGE || characters >= PAGE_CHARACTERS) break;
      taken++;
      this.characters -= event.stored.body.length;
      if (event.stored.position <= after) continue;
      page.push(event);
      characters += event.stored.body.length;
    }
    if (taken === this.events.length) this.clear();
    else {
      this.events.splice(0, taken);
      this.size -= taken;
    }
    return page;
  }

  clear(): void {
    this.events = [];
    this.size = 0;
    this.characters = 0;
  }
}
