import type { EventLog } from '../../engine/log/event-log.js';
import type { Traced, TraceSource } from '../../engine/log/tracing/trace-source.js';
import type { Recorded } from '../../kernel/event.js';
import { ConversationAsOf } from '../as-of/conversation-as-of.js';
import { publicationsOf, readerIn, toPublishedEvent } from '../published/published-event.js';

/** Bytes of memory for the conversation of one event. */
const BUDGET = 65_536;

/** The types of the frames that an event made, also after an erasure. */
export class FrameTraces implements TraceSource {
  constructor(private readonly log: EventLog) {}

  async of(event: Recorded): Promise<Traced> {
    const published = toPublishedEvent(event);
    if (!published) return {};
    const frames: string[] = [];
    for (const { type, shows } of publicationsOf(published.event.type)) {
      if (shows !== 'sharedReadStatus' || (await this.isShared(published))) frames.push(type);
    }
    return frames.length === 0 ? {} : { frames };
  }

  private async isShared(published: NonNullable<ReturnType<typeof toPublishedEvent>>): Promise<boolean> {
    const shared = await new ConversationAsOf(this.log, BUDGET).shared(published);
    return shared?.participantId === readerIn(published);
  }
}
