import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { type FoldedStream, type StreamFold, stateBefore } from '../../../../engine/log/as-of.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { parseStreamName, streamName } from '../../../../kernel/stream.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { ConversationDataService } from '../../../conversations/conversation/application/conversation-data.service.js';
import { LostValue } from '../../../conversations/conversation/application/large-values.service.js';
import type { DataRef } from '../../../conversations/conversation/domain/conversation.events.js';
import { targetsOf } from '../domain/condition-targets.js';
import { type ConversationSnapshot, EMPTY_SNAPSHOT, evolveSnapshot } from '../domain/conversation-snapshot.js';
import type { TriggerContext, Triggering } from '../domain/workflow.match.js';
import type { Workflow } from '../domain/workflow.resource.js';

const snapshotFold: StreamFold<ConversationSnapshot> = { initial: EMPTY_SNAPSHOT, evolve: evolveSnapshot };

/** The contexts of triggering events, folded from the conversations' streams: the same whenever they are computed. */
@Injectable()
export class TriggerContexts {
  private readonly snapshots = lruCache<string, FoldedStream<ConversationSnapshot>>({
    bytes: cacheBudgets.triggerContexts,
  });

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(ConversationDataService) private readonly values: Pick<ConversationDataService, 'valuesAt'>,
  ) {}

  /** @param workflow whose conditions are tried */
  async contextOf(event: Recorded<Triggering>, workflow: Workflow): Promise<TriggerContext> {
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
    const paths = targetsOf(workflow.trigger).map(({ target }) => target);
    const isInline = [snapshot.data, after.data].every((ref) => !ref || ref.value !== undefined);
    const byDigest = isInline ? {} : { isSame: snapshot.data?.digest === after.data?.digest };
    const before = await this.valuesAt(tenantId, snapshot.data, paths);
    const now = await this.valuesAt(tenantId, after.data, paths);
    return { conversationTypeId: after.conversationTypeId, data: { before, after: now, ...byDigest } };
  }

  /** conversation_data right after the event, with the values at some paths. */
  async dataAfter(event: Recorded<Triggering>, paths: readonly string[]): Promise<unknown> {
    const { tenantId, stream, position } = event.meta;
    const name = streamName('conversation', tenantId, parseStreamName(stream).id);
    const { data } = evolveSnapshot(await this.snapshotBefore(name, position), event);
    return this.valuesAt(tenantId, data, paths);
  }

  private async snapshotBefore(stream: string, position: Position): Promise<ConversationSnapshot> {
    const folded = await stateBefore(this.log, stream, snapshotFold, position, this.snapshots.get(stream));
    this.snapshots.set(stream, folded);
    return folded.state;
  }

  /** @throws Error where the value is lost: the run fails after its attempts, instead of waiting without end */
  private valuesAt(tenantId: string, ref: DataRef | undefined, paths: readonly string[]): Promise<unknown> {
    return this.values.valuesAt(tenantId, ref, paths).catch((error) => {
      throw error instanceof LostValue ? new Error(error.message, { cause: error }) : error;
    });
  }
}
