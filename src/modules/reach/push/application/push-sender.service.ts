import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { languageOf } from '../../../../../projections/user-preference/reads.js';
import { LANGUAGES } from '../../../../catalogue/tenant.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import type { Effect } from '../../../../engine/effects/outbox.js';
import type { EffectSender } from '../../../../engine/effects/sender-registry.js';
import { epochMs, SECOND } from '../../../../kernel/instant.js';
import { DeliveryRefused, DeliverySuppressed } from '../../../../ports/delivery/delivery-refused.js';
import { OUTBOUND_HTTP, type OutboundHttp, OutgoingFailure } from '../../../../ports/delivery/outbound-http.js';
import { WEB_PUSH, type WebPush } from '../../../../ports/delivery/web-push.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Entry, OperationalKey } from '../../../../ports/stores/operational-store.js';
import {
  ConversationReader,
  type Member,
} from '../../../conversations/conversation/application/conversation.reader.js';
import { type AboutPush, PUSH_LIFE_MS, type Subscriber } from '../domain/push.effect.js';
import { pushText } from '../domain/push-text.js';
import { PushAccess } from './push-access.service.js';
import { PushPages } from './push-pages.service.js';
import { type PushSubscription, PushSubscriptions } from './push-subscriptions.service.js';

const TIMEOUT_MS = 15 * SECOND;
const ANSWER_BYTES = 4_096;
/** The push service knows the subscription no more (RFC 8030, 7.3). */
const ENDED = [404, 410];
const PASSING = [408, 425, 429];

/** Sends one push to one device. A device that gets it twice shows it once. */
@Injectable()
export class PushSender implements EffectSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(OUTBOUND_HTTP) private readonly http: OutboundHttp,
    @Inject(WEB_PUSH) private readonly webPush: WebPush,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(PushSubscriptions) private readonly subscriptions: PushSubscriptions,
    @Inject(PushAccess) private readonly access: PushAccess,
    @Inject(PushPages) private readonly pages: PushPages,
  ) {}

  async send({ about, content, plannedAt }: Effect, { tenantId }: OperationalKey): Promise<undefined> {
    if (this.config.effects === 'off') throw new DeliverySuppressed('effects_off');
    const push = about as AboutPush;
    const leftMs = PUSH_LIFE_MS - (epochMs(this.clock.now()) - epochMs(plannedAt));
    if (leftMs <= 0) throw new DeliverySuppressed('too_late');
    const owner = ownerOf(push);
    const found = await this.subscriptions.get(tenantId, owner, push.subscriptionId);
    if (!found) throw new DeliverySuppressed('unsubscribed');
    const open = await this.conversations.find(tenantId, push.conversationId);
    const member = open?.members.get(push.participantId);
    if (!member) throw new DeliverySuppressed('not_a_participant');
    if (!(await this.access.holds(tenantId, owner, found.value))) {
      await this.subscriptions.remove(tenantId, owner, push.subscriptionId);
      throw new DeliverySuppressed('signed_out');
    }
    const text = await this.written(tenantId, push, member, found, content);
    const status = await this.post(tenantId, push, found, text, Math.ceil(leftMs / SECOND));
    if (status >= 200 && status < 300) await this.subscriptions.used(found);
    else await this.refused(tenantId, push, status);
    return undefined;
  }

  private async written(
    tenantId: string,
    { conversationId }: AboutPush,
    member: Member,
    subscription: Entry<PushSubscription>,
    text: string | undefined,
  ): Promise<string> {
    const tenant = (await tenantOf(this.documents, tenantId))?.value;
    const url = await this.pages.of(tenantId, conversationId, member, subscription);
    if (!tenant || url === undefined) throw new DeliverySuppressed('no_tenant');
    const preferred =
      member.userId === undefined
        ? LANGUAGES.find((each) => each === member.preferredLanguage)
        : await languageOf(this.documents, tenantId, member.userId);
    const language = preferred ?? tenant.preferredLanguage;
    return pushText({ tenant: tenant.name, language, conversationId, url, ...(text === undefined ? {} : { text }) });
  }

  /** @throws DeliveryRefused where there is no answer */
  private async post(
    tenantId: string,
    { conversationId }: AboutPush,
    { value: { device } }: Entry<PushSubscription>,
    text: string,
    ttlSeconds: number,
  ): Promise<number> {
    const topic = topicOf(tenantId, conversationId);
    const { headers, body } = await this.webPush.request(device, text, { ttlSeconds, topic });
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, statusOnly: true } as const;
    try {
      return (await this.http.send({ tenantId, url: device.endpoint, method: 'POST', headers, body, ...bounds }))
        .status;
    } catch (error) {
      if (error instanceof OutgoingFailure) throw new DeliveryRefused(error.fault, true);
      throw error;
    }
  }

  private async refused(tenantId: string, push: AboutPush, status: number): Promise<never> {
    if (ENDED.includes(status)) {
      await this.subscriptions.remove(tenantId, ownerOf(push), push.subscriptionId);
      throw new DeliverySuppressed('unsubscribed');
    }
    throw new DeliveryRefused(`push_service_${status}`, status >= 500 || PASSING.includes(status));
  }
}

const ownerOf = ({ userId, conversationId, participantId }: AboutPush): Subscriber =>
  userId === undefined ? { conversationId, participantId } : { userId };

/** A push service replaces a waiting push of the same conversation. It learns nothing about the conversation. */
const topicOf = (tenantId: string, conversationId: string): string =>
  hash('sha256', JSON.stringify([tenantId, conversationId]), 'base64url').slice(0, 32);
