import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { lruCache } from '../../../kernel/lru-cache.js';
import { parseStreamName, streamName } from '../../../kernel/stream.js';
import { BLOBS, type Blobs } from '../../../ports/blobs.js';
import type { DataRef } from '../../conversation/domain/conversation.events.js';
import { type ConversationSnapshot, EMPTY_SNAPSHOT, evolveSnapshot } from '../domain/conversation-snapshot.js';
import type { TriggerContext, Triggering } from '../domain/workflow.match.js';

const KEPT = 1_000;
const PAGE = 200;

interface Folded {
  readonly snapshot: ConversationSnapshot;
  readonly version: number;
  readonly position: Position;
}

const START: Folded = { snapshot: EMPTY_SNAPSHOT, version: 0, position: 0 };

/** Conversations as they were when something happened: told by their own streams, so that it comes out the same whenever it is asked. */
@Injectable()
export class TriggerContexts {
  private readonly record = lruCache<string, Folded>(KEPT);

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  async contextOf(event: Recorded<Triggering>): Promise<TriggerContext> {
    const { type, data, meta } = event;
    if (type === 'ConversationOpened') return { conversationTypeId: data.conversationTypeId };
    const { tenantId, stream, position } = meta;
    const snapshot = await this.before(streamName('conversation', tenantId, parseStreamName(stream).id), position);
    if (type === 'MessagePosted') {
      const author = snapshot.kinds.get(data.participantId);
      return { conversationTypeId: snapshot.conversationTypeId, ...(author === undefined ? {} : { author }) };
    }
    const after = evolveSnapshot(snapshot, event);
    const [old, now] = [await this.valueOf(tenantId, snapshot.data), await this.valueOf(tenantId, after.data)];
    return { conversationTypeId: after.conversationTypeId, data: { before: old, after: now } };
  }

  private async before(stream: string, position: Position): Promise<ConversationSnapshot> {
    const known = this.record.get(stream);
    let folded = known && known.position < position ? known : START;
    for (;;) {
      const page = await this.log.read(stream, { from: folded.version + 1, limit: PAGE });
      const earlier = page.filter(({ meta }) => meta.position < position);
      const last = earlier.at(-1)?.meta;
      if (last) {
        const { version, position } = last;
        folded = { snapshot: earlier.reduce(evolveSnapshot, folded.snapshot), version, position };
      }
      if (earlier.length < PAGE) break;
    }
    this.record.set(stream, folded);
    return folded.snapshot;
  }

  private async valueOf(tenantId: string, ref: DataRef | undefined): Promise<unknown> {
    if (!ref) return {};
    if (ref.value !== undefined) return ref.value;
    const bytes = await this.blobs.get(tenantId, ref.digest);
    if (!bytes) throw new Error(`The blob ${ref.digest} of conversation_data is missing.`);
    return JSON.parse(Buffer.from(bytes).toString());
  }
}
