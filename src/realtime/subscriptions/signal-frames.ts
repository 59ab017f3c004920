import { Inject, Injectable } from '@nestjs/common';
import { conversationsOf } from '../../../projections/conversation-list/reads.js';
import { conversationTypesOf } from '../../../projections/conversation-type/reads.js';
import { rosterKey, rosterOf, seenBy, sharedMarkerIn } from '../../../projections/participant-roster/reads.js';
import type { SignalType } from '../../catalogue/socket-types.js';
import { toParticipantDto } from '../../modules/conversations/participant/api/participant.dto.js';
import { IDS, type Ids } from '../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../ports/stores/document-store.js';
import { SIGNALS, type Signal, type Signals } from '../../ports/stores/signals.js';
import { clientSignals } from '../../public-events/frames/client-frames.js';
import type { SignalFrame } from '../../public-events/frames/frame.js';
import { Broadcaster } from './broadcaster.js';

const typeOf: Readonly<Record<Signal['kind'], SignalType>> = {
  typing: 'PARTICIPANT_WAS_TYPING',
  open: 'PARTICIPANT_HAD_CONVERSATION_OPEN',
};

/** Signals to who listens at this moment; never kept back, never replayed. */
@Injectable()
export class SignalFrames {
  private stop: (() => void) | undefined;

  constructor(
    @Inject(SIGNALS) private readonly signals: Signals,
    @Inject(Broadcaster) private readonly broadcaster: Broadcaster,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.stop = this.signals.subscribe((signal) => {
      if (!this.broadcaster.isSubscribed(signal.tenantId, signal.conversationId)) return;
      this.deliver(signal).catch((error) =>
        this.logger.warn({ err: error }, 'A signal was not sent to the sockets; it is dropped'),
      );
    });
  }

  close(): void {
    this.stop?.();
  }

  private async deliver(signal: Signal): Promise<void> {
    const { tenantId, conversationId, participantId, kind, at } = signal;
    const roster = rosterOf(this.documents, tenantId);
    const entry = await roster.get(rosterKey(conversationId, participantId));
    const item = await conversationsOf(this.documents, tenantId).get(conversationId);
    if (!entry || !item) return;
    const shared = entry.kind === 'USER' ? await sharedMarkerIn(roster, conversationId) : undefined;
    const seen = seenBy(entry, shared);
    const standing = { seen, unread: Math.max(0, item.lastSequence - seen) };
    const presence = kind === 'typing' ? { typingAt: at } : { openAt: at };
    const frame: SignalFrame = {
      type: typeOf[kind],
      id: this.ids.next(),
      occurred_at: at,
      conversation_id: conversationId,
      participant: toParticipantDto(entry, { ...standing, ...presence }),
    };
    const type = await conversationTypesOf(this.documents, tenantId).get(item.conversationTypeId);
    const usersName = type?.value.displayNameSharedByUsers;
    this.broadcaster.say(tenantId, frame, clientSignals(frame, { unnamed: entry.unnamed, usersName }));
  }
}
