import { Inject, Injectable } from '@nestjs/common';
import type { Effect } from '../../../../engine/effects/outbox.js';
import { DeliveryRefused } from '../../../../ports/delivery/delivery-refused.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { type About, CONTENT, type Content } from '../domain/notification.effect.js';

/** Shared by the SMS and mail senders: unseals the content and logs failures without naming the receiver. */
@Injectable()
export class NotificationContent {
  constructor(
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws DeliveryRefused `content_unreadable` */
  unsealed({ content }: Effect): Content {
    try {
      return JSON.parse(this.secrets.unseal(CONTENT, content ?? '')) as Content;
    } catch {
      throw new DeliveryRefused('content_unreadable', false);
    }
  }

  /** The text of an error may name the receiver, so the log gets ids and codes only. @throws the error */
  failed({ about, channel, attempts }: Effect, error: Error & { readonly code?: unknown }): never {
    const { id, conversationId, correlationId } = about as About;
    const isRefused = error instanceof DeliveryRefused;
    const reason = isRefused ? error.reason : String(error.code ?? error.name);
    const text = isRefused
      ? 'The notification was not sent'
      : 'The result of sending is unknown; the notification is not sent again';
    this.logger.warn({ notification: id, conversationId, requestId: correlationId, channel, attempts, reason }, text);
    throw error;
  }
}
