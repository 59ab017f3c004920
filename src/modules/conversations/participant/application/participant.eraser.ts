import { Inject, Injectable } from '@nestjs/common';
import { readMarkKeysIn } from '../../../../../projections/read-mark/reads.js';
import type { ErasedConversation, ErasedEvents, ErasedParticipant, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import type { Recorded } from '../../../../kernel/event.js';
import { innerId, streamName } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { ParticipantJoined } from '../../conversation/domain/membership.events.js';

/** Removes the presence of participants, and names their streams. */
@Injectable()
export class ParticipantEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  async streamsOf({ tenantId, id }: ErasedConversation, events: ErasedEvents): Promise<readonly string[]> {
    const joined = events
      .filter((event): event is Recorded<ParticipantJoined> => event.type === 'ParticipantJoined')
      .map(({ data }) => streamName('participant', tenantId, innerId(id, data.participantId)));
    const isFirst = events.some(({ type }) => type === 'ConversationOpened');
    return isFirst ? [...joined, ...(await this.readersOf(tenantId, id))] : joined;
  }

  /** Streams of users who read the conversation and take no part. */
  private async readersOf(tenantId: string, conversationId: string): Promise<readonly string[]> {
    const streams: string[] = [];
    for await (const keys of readMarkKeysIn(this.documents, tenantId, conversationId)) {
      streams.push(...keys.map((key) => streamName('reader', tenantId, key)));
    }
    return streams;
  }

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: 'presence', prefix: innerId(id, '') });
  }

  eraseParticipant({ tenantId, conversationId, id }: ErasedParticipant): Promise<void> {
    const prefix = innerId(innerId(conversationId, id), '');
    return removeEntries(this.operations, { tenantId, kind: 'presence', prefix });
  }
}
