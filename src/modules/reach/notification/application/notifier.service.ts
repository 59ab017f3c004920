import { Inject, Injectable } from '@nestjs/common';
import { type Effect, Outbox } from '../../../../engine/effects/outbox.js';
import type { Position, Recorded, TraceContext } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { ConversationReader, type Open } from '../../../conversations/conversation/application/conversation.reader.js';
import { ConversationDataAsOf } from '../../../conversations/conversation/application/conversation-data-as-of.service.js';
import { type About, CHANNELS } from '../domain/notification.effect.js';
import type { NotificationsRequested } from '../domain/notification-request.events.js';
import { type Decided, Decisions, placed, requestId, type Target } from './requested/decisions.service.js';
import { NotificationFinder } from './requested/notification-finder.service.js';
import type { NotifyRequest, TextRequest } from './requested/notify-request.js';
import { NotificationWriting } from './writing.service.js';

const AT_ONCE = 16;

export interface Notified {
  readonly planned: readonly Effect<About>[];
  readonly position: Position;
}

interface Planning extends TextRequest {
  readonly correlationId: string;
  readonly trace?: TraceContext | undefined;
}

/** The log decides who is notified. The outbox entries follow from its event, here or, after a kill, in the worker. */
@Injectable()
export class Notifier {
  /** Requests that this process plans now, by tenant and stream. */
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(ConversationDataAsOf) private readonly data: ConversationDataAsOf,
    @Inject(Decisions) private readonly decisions: Decisions,
    @Inject(NotificationWriting) private readonly writing: NotificationWriting,
    @Inject(NotificationFinder) private readonly finder: NotificationFinder,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** Durable when the promise resolves; the outcome is read later. @throws Rejection `errors.conversation.not_found` */
  async notify(request: NotifyRequest): Promise<Notified> {
    const open = await this.open(request);
    const name = `${request.tenantId}/${requestId(request)}`;
    const work = this.decideAndPlan(request, open);
    this.running.set(name, work);
    try {
      return await work;
    } finally {
      if (this.running.get(name) === work) this.running.delete(name);
    }
  }

  /** Plans what is requested and not in the outbox yet. @returns whether there was any */
  async complete({ data, meta }: Recorded<NotificationsRequested>): Promise<boolean> {
    const { tenantId, stream, id: eventId, correlationId, trace } = meta;
    const { conversationId, notifications, earlier, ...texts } = data;
    await this.running.get(`${tenantId}/${parseStreamName(stream).id}`)?.catch(() => undefined);
    const all = placed(
      conversationId,
      notifications.map((each) => ({ ...each, eventId })),
      earlier,
    );
    const found = await Promise.all(all.map((each) => this.outbox.find<About>(tenantId, each.effectId)));
    const missing = all.filter((_, n) => found[n] === undefined);
    if (missing.length === 0) return false;
    const { dataAt, resendOf } = texts;
    const error = resendOf === undefined ? undefined : (await this.finder.find(tenantId, resendOf))?.reason;
    const planning: Planning = {
      tenantId,
      conversationId,
      correlationId,
      trace,
      ...texts,
      ...(dataAt === undefined ? {} : { data: (paths) => this.data.at(tenantId, conversationId, dataAt, paths) }),
      ...(error === undefined ? {} : { error }),
    };
    await this.planAll(planning, await this.open(planning), missing);
    return true;
  }

  /** Whether `notify` was begun for a cause. */
  isDecided(tenantId: string, conversationId: string, cause: string): Promise<boolean> {
    return this.decisions.isDecided({ tenantId, conversationId, cause });
  }

  private async decideAndPlan(request: NotifyRequest, open: Open): Promise<Notified> {
    const { decided, position } = await this.decisions.for(request, () => targetsOf(request, open));
    const { correlationId, trace } = request.meta;
    return { planned: await this.planAll({ ...request, correlationId, trace }, open, decided), position };
  }

  private open({ tenantId, conversationId }: TextRequest): Promise<Open> {
    return this.conversations.open({ tenantId, role: 'API_KEY', id: '', actor: 'system' }, conversationId);
  }

  private async planAll(planning: Planning, open: Open, all: readonly Decided[]): Promise<readonly Effect<About>[]> {
    const planned: Effect<About>[] = [];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE).map((each) => this.plan(planning, open, each));
      planned.push(...(await Promise.all(some)));
    }
    return planned;
  }

  private async plan(planning: Planning, open: Open, decided: Decided): Promise<Effect<About>> {
    const { tenantId, conversationId, runId, workflowId, dataAt, resendOf, correlationId } = planning;
    const { id, effectId, participantId, channel, at, eventId } = decided;
    const before = await this.outbox.find<About>(tenantId, effectId);
    if (before) return before;
    const written = await this.writing.write(planning, open, open.members.get(participantId), channel);
    const about: About = {
      id,
      conversationId,
      participantId,
      correlationId,
      eventId,
      ...(runId === undefined ? {} : { runId }),
      ...(workflowId === undefined ? {} : { workflowId }),
      ...(dataAt === undefined ? {} : { dataAt }),
      ...(resendOf === undefined ? {} : { resendOf }),
      ...('templateName' in written ? { templateName: written.templateName } : {}),
      ...('language' in written ? { language: written.language } : {}),
      ...('missing' in written && written.missing ? { missing: written.missing } : {}),
    };
    return this.outbox.plan(tenantId, effectId, { ...written, channel, about, at, trace: planning.trace });
  }
}

function targetsOf({ participantIds, channels = CHANNELS, exceptActor }: NotifyRequest, { members }: Open): Target[] {
  const clients = [...members.values()].filter(({ kind }) => kind === 'CLIENT').map(({ id }) => id);
  const recipients = [...new Set(participantIds ?? clients)].filter((id) => exceptActor !== `participant:${id}`);
  return recipients.flatMap((participantId) => [...new Set(channels)].map((channel) => ({ participantId, channel })));
}
