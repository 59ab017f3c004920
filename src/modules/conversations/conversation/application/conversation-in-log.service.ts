import { Inject, Injectable } from '@nestjs/common';
import { conversationData } from '../../../../../projections/conversation-data/projection.js';
import {
  type ConversationListItem,
  conversationList,
} from '../../../../../projections/conversation-list/projection.js';
import { conversationsOf } from '../../../../../projections/conversation-list/reads.js';
import { participantRoster, type RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import { rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { documentsOfStream } from '../../../../engine/read-models/stream-documents.js';
import { later } from '../../../../kernel/instant.js';
import { streamName } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { conversationDecider } from '../domain/conversation.decider.js';
import type { DataRef } from '../domain/conversation.events.js';

/** A conversation as read models show it once they have caught up. */
export interface ConversationInLog {
  readonly item: ConversationListItem;
  readonly data: DataRef | undefined;
  /** In the order of joining. */
  readonly roster: readonly RosterEntry[];
}

/**
 * Serves writes whose read models lag: the conversation from its stream, the effects of messages from the read models.
 */
@Injectable()
export class ConversationInLogService {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  async of(tenantId: string, id: string): Promise<ConversationInLog | undefined> {
    const stream = streamName(conversationDecider.category, tenantId, id);
    const projections = [conversationList, conversationData, participantRoster];
    const documents = await documentsOfStream(this.log, stream, projections);
    const item = documents.of(conversationList).get(id);
    if (!item) return undefined;
    const [known, entries] = [await conversationsOf(this.documents, tenantId).get(id), documents.of(participantRoster)];
    const roster = await Promise.all([...entries].map(([key, entry]) => this.seen(tenantId, key, entry)));
    const updatedAt = later(item.updatedAt, known?.updatedAt ?? item.updatedAt);
    return {
      item: { ...item, updatedAt, lastSequence: known?.lastSequence ?? 0 },
      data: documents.of(conversationData).get(id)?.data,
      roster: roster.toSorted((a, b) => a.joined - b.joined),
    };
  }

  private async seen(tenantId: string, key: string, entry: RosterEntry): Promise<RosterEntry> {
    const known = await rosterOf(this.documents, tenantId).get(key);
    return { ...entry, seen: Math.max(entry.seen, known?.seen ?? 0) };
  }
}
