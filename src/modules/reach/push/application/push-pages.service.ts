import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { CLIENT_AUTH_KEYS, type ClientAuthKeys } from '../../../../ports/identity/client-auth-keys.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import type { Member } from '../../../conversations/conversation/application/conversation.reader.js';
import { clientFrontendUrl, conversationPage } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';
import { type PushSubscription, PushSubscriptions } from './push-subscriptions.service.js';

/** Pages that a push opens, as APP_URL of a template names them. Only the device can read the push. */
@Injectable()
export class PushPages {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLIENT_AUTH_KEYS) private readonly keys: ClientAuthKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PushSubscriptions) private readonly subscriptions: PushSubscriptions,
  ) {}

  /** Undefined: there is no such tenant. */
  async of(
    tenantId: string,
    conversationId: string,
    { id, userId }: Member,
    subscription: Entry<PushSubscription>,
  ): Promise<string | undefined> {
    const frontend = await frontendOf(this.documents, tenantId);
    if (!frontend) return undefined;
    const { publicUrl } = this.config;
    if (userId !== undefined) return conversationPage(publicUrl, frontend, conversationId);
    const key = this.keyOfToday(subscription.value) ?? (await this.newKey(tenantId, conversationId, id, subscription));
    return `${clientFrontendUrl(publicUrl, frontend)}#auth_key=${key}`;
  }

  /** One key a day and device, since a new one ends the oldest of the client. */
  private keyOfToday({ key }: PushSubscription): string | undefined {
    return key && plus(key.at, DAY) > this.clock.now() ? key.text : undefined;
  }

  private async newKey(
    tenantId: string,
    conversationId: string,
    participantId: string,
    subscription: Entry<PushSubscription>,
  ): Promise<string> {
    const key = await this.keys.issue(tenantId, conversationId, participantId);
    await this.subscriptions.keep(subscription, key);
    return key;
  }
}
