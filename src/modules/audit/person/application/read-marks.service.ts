import { Inject, Injectable } from '@nestjs/common';
import { rosterOf, seenBy, sharedMarkerIn } from '../../../../../projections/participant-roster/reads.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import { parseInnerId, streamName } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type Presence, PresenceService } from '../../../conversations/participant/application/presence.service.js';
import type { MessageSeen } from '../../../conversations/participant/domain/participant.events.js';
import type { Person } from './person-fold.js';

/** How far a participant has read, and when they were last there. */
export interface ReadMark extends Presence {
  readonly conversationId: string;
  readonly participantId: string;
  readonly seen: number;
}

/** Reads the marks of participants, also of removed ones. */
@Injectable()
export class ReadMarks {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(PresenceService) private readonly presence: PresenceService,
  ) {}

  /** `posted`: the sequence of their last message, which counts as seen; 0 without one. */
  async of(tenantId: string, person: Person, posted: number): Promise<ReadMark> {
    const [conversationId, participantId] = parseInnerId(person.owner);
    const presence = await this.presence.of(tenantId, conversationId, participantId);
    return { ...presence, conversationId, participantId, seen: await this.seen(tenantId, person, posted) };
  }

  private async seen(tenantId: string, { owner, kind, fromSequence = 0 }: Person, posted: number): Promise<number> {
    const roster = rosterOf(this.documents, tenantId);
    const entry = await roster.get(owner);
    if (entry) {
      const shared = kind === 'USER' ? await sharedMarkerIn(roster, parseInnerId(owner)[0]) : undefined;
      return seenBy(entry, shared);
    }
    const stream = streamName('participant', tenantId, owner);
    const [last] = (await this.log.read(stream, { backwards: true, limit: 1 })) as readonly Recorded<MessageSeen>[];
    return Math.max(fromSequence, posted, last?.data.sequence ?? 0);
  }
}
