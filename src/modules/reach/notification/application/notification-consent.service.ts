import { Inject, Injectable } from '@nestjs/common';
import type { SuppressedReason } from '../../../../catalogue/notifications/suppressed-reasons.js';
import { epochMs, SECOND } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { PresenceService } from '../../../conversations/participant/application/presence.service.js';
import type { Channel } from '../domain/notification.effect.js';
import { RefusedAddresses } from './refused-addresses.service.js';

/** A participant reads the conversation for this time after HAS_CONVERSATION_OPEN. */
const OPEN_MS = 30 * SECOND;

/** Reasons not to notify a participant who could be reached. */
@Injectable()
export class NotificationConsent {
  constructor(
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
    @Inject(PresenceService) private readonly presence: PresenceService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** undefined: the participant may be notified. */
  async refusal(
    tenantId: string,
    conversationId: string,
    participantId: string,
    channel: Channel,
    to: string,
  ): Promise<SuppressedReason | undefined> {
    if (channel === 'SMS') {
      return (await this.refused.has(tenantId, { channel, to })) ? 'opted_out' : undefined;
    }
    if (await this.refused.has(tenantId, { channel, to, conversationId, participantId })) return 'unsubscribed';
    const { openAt } = await this.presence.of(tenantId, conversationId, participantId);
    const isOpen = openAt !== undefined && epochMs(this.clock.now()) - epochMs(openAt) < OPEN_MS;
    return isOpen ? 'conversation_open' : undefined;
  }
}
