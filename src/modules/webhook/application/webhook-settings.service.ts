import { Inject, Injectable } from '@nestjs/common';
import type { KeptWebhookSettings } from '../../../../projections/webhook-settings/projection.js';
import { webhookSettingsOf } from '../../../../projections/webhook-settings/reads.js';
import type { Exchange } from '../../../http/pipeline/request-context.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { DAY, plus } from '../../../kernel/instant.js';
import { Rejection, reject } from '../../../kernel/rejection.js';
import type { ResourceState } from '../../../kernel/resource.js';
import { IDS, type Ids } from '../../../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { SECRETS, type Secrets } from '../../../ports/secrets.js';
import { secretPurpose } from '../../../webhooks/endpoint-settings.js';
import { type WebhookSettings, webhookSettings } from '../domain/webhook.resource.js';
import { SECRET_PREFIX } from '../../../webhooks/signature.js';

type State = ResourceState<WebhookSettings>;

const SECRET_BYTES = 32;
const ATTEMPTS = 5;

/** Webhook settings with their secret, which is sealed wherever it lies. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  find({ caller }: Exchange): Promise<KeptWebhookSettings | undefined> {
    return webhookSettingsOf(this.documents, caller.tenantId);
  }

  async existing(here: Exchange): Promise<KeptWebhookSettings> {
    return (await this.find(here)) ?? reject('errors.webhook_settings.not_found');
  }

  secretOf({ tenantId, value }: KeptWebhookSettings): string {
    return this.secrets.unseal(secretPurpose(tenantId), value.sealed);
  }

  /** undefined where another created them just before. */
  async create(here: Exchange, endpointUrl: string): Promise<KeptWebhookSettings | undefined> {
    if (here.ifMatch !== undefined) reject('errors.precondition.failed');
    const { tenantId } = here.caller;
    const value = { endpointUrl, enabled: true, sealed: this.newSecret(tenantId) };
    try {
      return await this.written(here, new webhookSettings.Create(tenantId, { value }, here.meta()));
    } catch (error) {
      if (error instanceof Rejection && error.code === 'errors.webhook_settings.exists') return undefined;
      throw error;
    }
  }

  /** Enables it again, too. */
  async change(here: Exchange, endpointUrl: string): Promise<KeptWebhookSettings> {
    const patch = { endpointUrl, enabled: true, disabledAt: null, disabledReason: null };
    const { tenantId } = here.caller;
    return this.written(here, new webhookSettings.Change(tenantId, { patch, ifMatch: here.ifMatch }, here.meta()));
  }

  /** The secret before signs too for another day. */
  async rotate(here: Exchange): Promise<KeptWebhookSettings> {
    const { tenantId } = here.caller;
    const sealed = this.newSecret(tenantId);
    const meta = here.meta();
    for (let attempt = 1; ; attempt++) {
      const { value, revision } = await this.existing(here);
      const valid = (value.old ?? []).filter(({ until }) => until > here.at);
      const patch = { sealed, old: [...valid, { sealed: value.sealed, until: plus(here.at, DAY) }] };
      try {
        return await this.written(here, new webhookSettings.Change(tenantId, { patch, ifMatch: [revision] }, meta));
      } catch (error) {
        const isOvertaken = error instanceof Rejection && error.code === 'errors.precondition.failed';
        if (!isOvertaken || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private newSecret(tenantId: string): string {
    const bytes = Buffer.from(this.ids.secret(SECRET_BYTES), 'base64url');
    return this.secrets.seal(secretPurpose(tenantId), `${SECRET_PREFIX}${bytes.toString('base64')}`);
  }

  private async written(
    here: Exchange,
    command: InstanceType<(typeof webhookSettings.commands)[number]>,
  ): Promise<KeptWebhookSettings> {
    const { state } = await this.writes.done<State>(here, command);
    return state.kept ?? reject('errors.webhook_settings.not_found');
  }
}
