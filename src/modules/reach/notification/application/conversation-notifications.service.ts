import { Inject, Injectable } from '@nestjs/common';
import { type Effect, Outbox } from '../../../../engine/effects/outbox.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import { type About, inConversation } from '../domain/notification.effect.js';

export type NotificationEffect = Effect<About>;

/** The notifications of a conversation that are still kept. */
@Injectable()
export class ConversationNotifications {
  constructor(@Inject(Outbox) private readonly outbox: Outbox) {}

  /** Newest first, those behind the id `after`. */
  some(
    tenantId: string,
    conversationId: string,
    limit: number,
    after?: string,
  ): Promise<readonly Entry<NotificationEffect>[]> {
    return this.outbox.inGroup<About>(tenantId, inConversation(conversationId), limit, after);
  }
}
