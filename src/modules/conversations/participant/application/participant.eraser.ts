import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation, ErasedEvents, ErasedParticipant, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import type { Recorded } from '../../../../kernel/event.js';
import { innerId, streamName } from '../../../../kernel/stream.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { ParticipantJoined } from '../../conversation/domain/membership.events.js';

/** Removes the presence of participants, and names their streams. */
@Injectable()
export class ParticipantEraser implements Eraser {
  constructor(@Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore) {}

  async streamsOf({ tenantId, id }: ErasedConversation, events: ErasedEvents): Promise<readonly string[]> {
    return events
      .filter((event): event is Recorded<ParticipantJoined> => event.type === 'ParticipantJoined')
      .map(({ data }) => streamName('participant', tenantId, innerId(id, data.participantId)));
  }

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: 'presence', prefix: innerId(id, '') });
  }

  eraseParticipant({ tenantId, conversationId, id }: ErasedParticipant): Promise<void> {
    const prefix = innerId(innerId(conversationId, id), '');
    return removeEntries(this.operations, { tenantId, kind: 'presence', prefix });
  }
}
