import { Inject, Injectable } from '@nestjs/common';
import { EFFECT_STATUSES, type Effect, effectFacet, Outbox } from '../../../../engine/effects/outbox.js';
import { instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ListedPage } from '../../../../ports/stores/operational-store.js';
import { ConversationDataAsOf } from '../../../conversations/conversation/application/conversation-data-as-of.service.js';
import { type About, CHANNELS, type Channel, timeIn } from '../domain/notification.effect.js';
import { Notifier } from './notifier.service.js';

const PAGE = 500;
const FACETS = CHANNELS.flatMap((channel) => EFFECT_STATUSES.map((status) => effectFacet(channel, status)));

/** Sends notifications again that failed or whose outcome is unknown. */
@Injectable()
export class Resending {
  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Notifier) private readonly notifier: Notifier,
    @Inject(ConversationDataAsOf) private readonly data: ConversationDataAsOf,
  ) {}

  /**
   * Plans the one notification that replaces another. Durable when the promise resolves, and never planned twice.
   * @throws Rejection `errors.notification.not_found`, `errors.notification.not_failed`,
   * `errors.conversation.not_found`
   */
  async resend(tenantId: string, id: string, correlationId: string): Promise<Effect<About>> {
    const found = (await this.find(tenantId, id)) ?? reject('errors.notification.not_found');
    const { about, channel, status, reason } = found;
    if (status !== 'failed' && status !== 'unknown') return reject('errors.notification.not_failed');
    const { conversationId, participantId, templateName, runId, workflowId, dataAt } = about;
    const isOfRun = runId !== undefined;
    const [planned] = await this.notifier.notify({
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
      meta: { correlationId },
    });
    return planned ?? reject('errors.notification.not_found');
  }

  /** An id holds the time of its decision, so only the notifications decided at that time are read. */
  private async find(tenantId: string, id: string): Promise<Effect<About> | undefined> {
    const time = timeIn(id);
    if (time === undefined) return undefined;
    const range = { facets: FACETS, after: instant(time - 1), before: instant(time + 1) };
    for (let behind: ListedPage['behind']; ; ) {
      const page = await this.outbox
        .listed<About>(tenantId)
        .newest(range, { limit: PAGE, ...(behind ? { behind } : {}) });
      const found = page.find(({ value }) => value.about.id === id);
      if (found) return found.value;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return undefined;
      behind = { at: last.value.plannedAt, id: last.key.id };
    }
  }
}
