import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../catalogue/limits/limits.js';
import { type Effect, type EffectStatus, Outbox } from '../../../engine/effects/outbox.js';
import type { PageQueryDto } from '../../../http/fields/paging.dto.js';
import { paginate } from '../../../http/pipeline/paging.js';
import type { Page, Query, Reader } from '../../../ports/document-store.js';
import { type About, type Channel, inConversation } from '../domain/notification.effect.js';
import type { NotificationDto } from './notification.dto.js';

const STATUSES: Readonly<Record<EffectStatus, NotificationDto['status']>> = {
  planned: 'QUEUED',
  claimed: 'QUEUED',
  done: 'SENT',
  failed: 'FAILED',
  unknown: 'UNKNOWN',
  suppressed: 'SUPPRESSED',
};

const PAGE = 1_000;

export function toNotificationDto({ about, channel, status, reason, plannedAt, changedAt }: Effect<About>) {
  const { id, participantId, templateName, language, runId } = about;
  const dto: NotificationDto = {
    id,
    participant_id: participantId,
    channel: channel as Channel,
    status: STATUSES[status],
    ...(reason === undefined ? {} : { reason }),
    at: plannedAt,
    updated_at: changedAt,
    ...(templateName === undefined ? {} : { template_name: templateName }),
    ...(language === undefined ? {} : { language }),
    ...(runId === undefined ? {} : { run_id: runId }),
  };
  return dto;
}

/** The decisions of a conversation, newest first, read from the ledger as other lists are from their documents. */
@Injectable()
export class NotificationViews {
  constructor(@Inject(Outbox) private readonly outbox: Outbox) {}

  async list(tenantId: string, conversationId: string, query: PageQueryDto) {
    const where = [{ field: 'conversationId', is: '=', value: conversationId }] as const;
    const reader = this.reader(tenantId, inConversation(conversationId));
    const { docs, paging } = await paginate(reader, query, { where }, limits.listDefault, () => undefined);
    return { notifications: docs.map(toNotificationDto), ...paging };
  }

  private reader(tenantId: string, prefix: string): Reader<Effect<About>> {
    const pages = (after?: string) => this.pages(tenantId, prefix, after);
    return {
      get: (id) => this.outbox.find<About>(tenantId, id),
      many: async () => [],
      async find({ after, offset = 0, limit }: Query): Promise<Page<Effect<About>>> {
        const found: { key: string; doc: Effect<About> }[] = [];
        let passed = 0;
        for await (const each of pages(after?.key)) {
          if (passed++ < offset) continue;
          found.push(each);
          if (found.length > limit) break;
        }
        const page = found.slice(0, limit);
        return {
          docs: page.map(({ doc }) => doc),
          keys: page.map(({ key }) => key),
          hasMore: found.length > limit,
        };
      },
      async count() {
        let count = 0;
        for await (const _ of pages()) count++;
        return count;
      },
    };
  }

  private async *pages(tenantId: string, prefix: string, after?: string) {
    for (let from = after; ; ) {
      const page = await this.outbox.list<About>(tenantId, prefix, PAGE, from);
      for (const { key, value } of page) yield { key: key.id, doc: value };
      from = page.at(-1)?.key.id;
      if (page.length < PAGE) return;
    }
  }
}
