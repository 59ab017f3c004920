import { Inject, Injectable } from '@nestjs/common';
import { type Effect, Outbox } from '../../../../engine/effects/outbox.js';
import type { Position } from '../../../../kernel/event.js';
import { ConversationReader, type Open } from '../../../conversations/conversation/application/conversation.reader.js';
import { type About, CHANNELS, type Channel } from '../domain/notification.effect.js';
import { type Decided, Decisions, type Target } from './decisions.service.js';
import { NotificationWriting } from './writing.service.js';

export interface NotifyRequest {
  readonly tenantId: string;
  readonly conversationId: string;
  /** Every CLIENT where left out. */
  readonly participantIds?: readonly string[];
  /** Both where left out. */
  readonly channels?: readonly Channel[];
  /** Instead of the one that the conversation's type names. */
  readonly templateName?: string;
  /** Cause of the notifications. The same cause again gives the same notifications and sends nothing twice. */
  readonly cause: string;
  readonly runId?: string;
  readonly workflowId?: string;
  /** conversation_data to fill in. Default: the present data. */
  readonly data?: (paths: readonly string[]) => Promise<unknown>;
  /** Position of the event whose data they are; a resend renders the same. */
  readonly dataAt?: Position;
  /** Id of the notification that is sent again. */
  readonly resendOf?: string;
  /** The failure that caused the notifications, for parameters of the kind ERROR. */
  readonly error?: string;
  /** `participant:…` who caused it and is not notified. */
  readonly exceptActor?: string;
  readonly meta: { readonly correlationId: string; readonly causationId?: string };
}

const AT_ONCE = 16;

@Injectable()
export class Notifier {
  constructor(
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(Decisions) private readonly decisions: Decisions,
    @Inject(NotificationWriting) private readonly writing: NotificationWriting,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** Durable when the promise resolves; the outcome is read later. @throws Rejection `errors.conversation.not_found` */
  async notify(request: NotifyRequest): Promise<readonly Effect<About>[]> {
    const { tenantId, conversationId, cause } = request;
    const service = { tenantId, role: 'API_KEY', id: '', actor: 'system' } as const;
    const open = await this.conversations.open(service, conversationId);
    const decided = await this.decisions.for(tenantId, conversationId, cause, () => targetsOf(request, open));
    const planned: Effect<About>[] = [];
    for (let from = 0; from < decided.length; from += AT_ONCE) {
      const some = decided.slice(from, from + AT_ONCE).map((each) => this.plan(request, open, each));
      planned.push(...(await Promise.all(some)));
    }
    return planned;
  }

  /** Whether `notify` was begun for a cause. */
  isDecided(tenantId: string, conversationId: string, cause: string): Promise<boolean> {
    return this.decisions.isDecided(tenantId, conversationId, cause);
  }

  private async plan(request: NotifyRequest, open: Open, decided: Decided): Promise<Effect<About>> {
    const { tenantId, conversationId, runId, workflowId, dataAt, resendOf, meta } = request;
    const { id, effectId, participantId, channel, at } = decided;
    const before = await this.outbox.find<About>(tenantId, effectId);
    if (before) return before;
    const written = await this.writing.write(request, open, open.members.get(participantId), channel);
    const about: About = {
      id,
      conversationId,
      participantId,
      correlationId: meta.correlationId,
      ...(runId === undefined ? {} : { runId }),
      ...(workflowId === undefined ? {} : { workflowId }),
      ...(dataAt === undefined ? {} : { dataAt }),
      ...(resendOf === undefined ? {} : { resendOf }),
      ...('templateName' in written ? { templateName: written.templateName } : {}),
      ...('language' in written ? { language: written.language } : {}),
      ...('missing' in written && written.missing ? { missing: written.missing } : {}),
    };
    return this.outbox.plan(tenantId, effectId, { ...written, channel, about, at });
  }
}

function targetsOf({ participantIds, channels = CHANNELS, exceptActor }: NotifyRequest, { members }: Open): Target[] {
  const clients = [...members.values()].filter(({ kind }) => kind === 'CLIENT').map(({ id }) => id);
  const recipients = [...new Set(participantIds ?? clients)].filter((id) => exceptActor !== `participant:${id}`);
  return recipients.flatMap((participantId) => [...new Set(channels)].map((channel) => ({ participantId, channel })));
}
