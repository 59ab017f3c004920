import { Injectable } from '@nestjs/common';
import { reject } from '../../kernel/rejection.js';
import type { Channel, NotificationDto } from './notification.dto.js';

export interface NotifyAsked {
  readonly tenantId: string;
  readonly conversationId: string;
  /** Every CLIENT where left out. */
  readonly participantIds?: readonly string[];
  /** Both where left out. */
  readonly channels?: readonly Channel[];
  /** Instead of the one that the conversation's type names. */
  readonly templateName?: string;
  /** What it is for: the same cause again gives the same notifications and sends nothing twice. */
  readonly cause: string;
  readonly runId?: string;
  readonly workflowId?: string;
  /** `participant:…` who caused it and is not told. */
  readonly exceptActor?: string;
  readonly meta: { readonly correlationId: string; readonly causationId?: string };
}

@Injectable()
export class Notifier {
  /** Durable when the promise is kept; what came of it is read later. @throws Rejection `errors.conversation.not_found` */
  async notify(_asked: NotifyAsked): Promise<readonly NotificationDto[]> {
    return reject('errors.store.unavailable');
  }
}
