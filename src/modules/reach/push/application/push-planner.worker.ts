import { Inject, Injectable } from '@nestjs/common';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { Outbox } from '../../../../engine/effects/outbox.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import { plus } from '../../../../kernel/instant.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import {
  ConversationReader,
  type Member,
} from '../../../conversations/conversation/application/conversation.reader.js';
import type { MessagePosted } from '../../../conversations/message/domain/message.events.js';
import { PresenceService } from '../../../conversations/participant/application/presence.service.js';
import { type AboutPush, PUSH, PUSH_LIFE_MS, pushId } from '../domain/push.effect.js';
import { shownText } from '../domain/push-text.js';
import { hadOpen, receiversOf } from '../domain/receivers.js';
import { PushSubscriptions } from './push-subscriptions.service.js';

const NAME = 'pushes';
/** One look for subscriptions serves all messages of this time. */
const GATHER_MS = 100;
/** Longer than an event is planned again. */
const KEPT_DAYS = 2;

type Posted = Recorded<MessagePosted>;

/** Plans a push to each device of the receivers of a message. The outbox sends it. */
@Injectable()
export class PushPlanner implements Worker {
  private readonly subscriber: CheckpointedSubscriber;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(PresenceService) private readonly presence: PresenceService,
    @Inject(PushSubscriptions) private readonly subscriptions: PushSubscriptions,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events as readonly Posted[]);
    const handler = { name: NAME, types: ['MessagePosted'], gatherMs: GATHER_MS, handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, WorkerHost.failed(logger));
  }

  start(): void {
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
  }

  /** Most tenants have no subscription, and then one look a page is enough. @returns whether any push is planned */
  private async handle(events: readonly Posted[]): Promise<boolean> {
    const recent = events.filter(({ meta }) => plus(meta.at, PUSH_LIFE_MS) > this.clock.now());
    let isAny = false;
    for (const [tenantId, posted] of Map.groupBy(recent, ({ meta }) => meta.tenantId)) {
      if (!(await this.subscriptions.hasAny(tenantId))) continue;
      for (const event of posted) isAny = (await this.plan(event)) || isAny;
    }
    return isAny;
  }

  private async plan(event: Posted): Promise<boolean> {
    const { data, meta } = event;
    const { tenantId, id: eventId, at, correlationId } = meta;
    const { id: conversationId } = parseStreamName(meta.stream);
    const open = await this.conversations.find(tenantId, conversationId);
    if (!open) return false;
    const told = { at, actor: meta.actor, participantId: data.participantId };
    const receivers = receiversOf(open.members.values(), told);
    const devices = await this.devicesOf(tenantId, conversationId, receivers, told);
    if (devices.length === 0) return false;
    const content = await this.textFor(tenantId, open.conversationTypeId, data.text);
    for (const { member, subscriptionId } of devices.slice(0, limits.pushesOfMessage)) {
      const { id: participantId, userId } = member;
      const user = userId === undefined ? {} : { userId };
      const about: AboutPush = { conversationId, participantId, ...user, subscriptionId, eventId, correlationId };
      const plan = { channel: PUSH, about, at, keptDays: KEPT_DAYS, ...(content === undefined ? {} : { content }) };
      await this.outbox.plan(tenantId, pushId(conversationId, data.messageId, subscriptionId), plan);
    }
    return true;
  }

  /** The devices that get the push. One of someone who has the conversation open does not. */
  private async devicesOf(
    tenantId: string,
    conversationId: string,
    receivers: readonly Member[],
    told: { readonly at: Posted['meta']['at']; readonly actor: string; readonly participantId: string },
  ) {
    const found: { readonly member: Member; readonly subscriptionId: string }[] = [];
    const clients = await this.subscriptions.ofClientsIn(tenantId, conversationId);
    const presence = await this.presence.inConversation(tenantId, conversationId);
    for (const member of receivers) {
      const ids = member.userId === undefined ? clients.get(member.id) : await this.idsOf(tenantId, member.userId);
      if (!ids?.length || hadOpen((await presence(member.id))?.openAt, told)) continue;
      for (const subscriptionId of ids) found.push({ member, subscriptionId });
      if (found.length >= limits.pushesOfMessage) break;
    }
    return found;
  }

  private async idsOf(tenantId: string, userId: string): Promise<readonly string[]> {
    return (await this.subscriptions.of(tenantId, { userId })).map(({ value }) => value.id);
  }

  /** Undefined: the push says that there is a message, and no more. */
  private async textFor(tenantId: string, typeId: string, text: string | undefined): Promise<string | undefined> {
    if (text === undefined) return undefined;
    const type = await conversationTypesOf(this.documents, tenantId).get(typeId);
    return type?.value.pushText ? shownText(text) : undefined;
  }
}
