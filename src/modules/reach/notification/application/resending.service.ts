import { Inject, Injectable } from '@nestjs/common';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import type { Position } from '../../../../kernel/event.js';
import { reject } from '../../../../kernel/rejection.js';
import { ConversationDataAsOf } from '../../../conversations/conversation/application/conversation-data-as-of.service.js';
import type { About, Channel } from '../domain/notification.effect.js';
import { Notifier } from './notifier.service.js';
import { NotificationFinder } from './requested/notification-finder.service.js';

interface Resent {
  readonly effect: Effect<About>;
  readonly position: Position;
}

/** Sends notifications again that failed or whose outcome is unknown. */
@Injectable()
export class Resending {
  constructor(
    @Inject(NotificationFinder) private readonly finder: NotificationFinder,
    @Inject(Notifier) private readonly notifier: Notifier,
    @Inject(ConversationDataAsOf) private readonly data: ConversationDataAsOf,
  ) {}

  /**
   * Plans the one notification that replaces another. Durable when the promise resolves, and never planned twice.
   * @throws Rejection `errors.notification.not_found`, `errors.notification.not_failed`,
   * `errors.conversation.not_found`
   */
  async resend(id: string, meta: CommandMeta): Promise<Resent> {
    const { tenantId } = meta;
    const found = (await this.finder.find(tenantId, id)) ?? reject('errors.notification.not_found');
    const { about, channel, status, reason } = found;
    if (status !== 'failed' && status !== 'unknown') return reject('errors.notification.not_failed');
    const { conversationId, participantId, templateName, runId, workflowId, dataAt } = about;
    const isOfRun = runId !== undefined;
    const { planned, position } = await this.notifier.notify({
      tenantId,
      conversationId,
      cause: `resend:${id}`,
      resendOf: id,
      participantIds: [participantId],
      channels: [channel as Channel],
      ...(reason === undefined ? {} : { error: reason }),
      ...(isOfRun ? { runId } : {}),
      ...(isOfRun && templateName !== undefined ? { templateName } : {}),
      ...(workflowId === undefined ? {} : { workflowId }),
      ...(dataAt === undefined
        ? {}
        : {
            dataAt,
            data: (paths: readonly string[]) => this.data.at(tenantId, conversationId, dataAt, paths),
          }),
      meta,
    });
    return { effect: planned[0] ?? reject('errors.notification.not_found'), position };
  }
}
