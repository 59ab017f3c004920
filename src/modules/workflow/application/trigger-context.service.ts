import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import { type FoldedStream, type StreamFold, stateBefore } from '../../../engine/log/as-of.js';
import { EventLog } from '../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { lruCache } from '../../../kernel/lru-cache.js';
import { parseStreamName, streamName } from '../../../kernel/stream.js';
import { BLOBS, type Blobs } from '../../../ports/blobs.js';
import type { DataRef } from '../../conversation/domain/conversation.events.js';
import { type ConversationSnapshot, EMPTY_SNAPSHOT, evolveSnapshot } from '../domain/conversation-snapshot.js';
import type { TriggerContext, Triggering } from '../domain/workflow.match.js';

const snapshotFold: StreamFold<ConversationSnapshot> = { initial: EMPTY_SNAPSHOT, evolve: evolveSnapshot };

/** The contexts of triggering events, folded from the conversations' streams: the same whenever they are computed. */
@Injectable()
export class TriggerContexts {
  private readonly snapshots = lruCache<string, FoldedStream<ConversationSnapshot>>({
    bytes: cacheBudgets.triggerContexts,
  });

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  async contextOf(event: Recorded<Triggering>): Promise<TriggerContext> {
    const { type, data, meta } = event;
    if (type === 'ConversationOpened') return { conversationTypeId: data.conversationTypeId };
    const { tenantId, stream, position } = meta;
    const snapshot = await this.snapshotBefore(
      streamName('conversation', tenantId, parseStreamName(stream).id),
      position,
    );
    if (type === 'MessagePosted') {
      const author = snapshot.kinds.get(data.participantId);
      return { conversationTypeId: snapshot.conversationTypeId, ...(author === undefined ? {} : { author }) };
    }
    const after = evolveSnapshot(snapshot, event);
    const [before, now] = [await this.valueOf(tenantId, snapshot.data), await this.valueOf(tenantId, after.data)];
    return { conversationTypeId: after.conversationTypeId, data: { before, after: now } };
  }

  /** conversation_data right after the event. */
  async dataAfter(event: Recorded<Triggering>): Promise<unknown> {
    const { tenantId, stream, position } = event.meta;
    const name = streamName('conversation', tenantId, parseStreamName(stream).id);
    const { data } = evolveSnapshot(await this.snapshotBefore(name, position), event);
    return this.valueOf(tenantId, data);
  }

  private async snapshotBefore(stream: string, position: Position): Promise<ConversationSnapshot> {
    const folded = await stateBefore(this.log, stream, snapshotFold, position, this.snapshots.get(stream));
    this.snapshots.set(stream, folded);
    return folded.state;
  }

  private async valueOf(tenantId: string, ref: DataRef | undefined): Promise<unknown> {
    if (!ref) return {};
    if (ref.value !== undefined) return ref.value;
    const bytes = await this.blobs.get(tenantId, ref.digest);
    if (!bytes) throw new Error(`The blob ${ref.digest} of conversation_data is missing.`);
    return JSON.parse(Buffer.from(bytes).toString());
  }
}
