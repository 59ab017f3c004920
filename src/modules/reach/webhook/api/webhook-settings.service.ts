import { Inject, Injectable } from '@nestjs/common';
import type { WebhookSettingsRecord } from '../../../../../projections/webhook-settings/projection.js';
import { webhookSettingsOf } from '../../../../../projections/webhook-settings/reads.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import { meets } from '../../../../kernel/revision.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type WebhookSettings, webhookSettings } from '../domain/webhook.resource.js';
import { SECRET_PREFIX, secretPurpose } from '../domain/webhook-secret.js';

type State = ResourceState<WebhookSettings>;

const SECRET_BYTES = 32;
const ATTEMPTS = 5;

/** Webhook settings with their secret, which is sealed in every store. */
@Injectable()
export class WebhookSettingsService {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  find({ caller }: RequestContext): Promise<WebhookSettingsRecord | undefined> {
    return webhookSettingsOf(this.documents, caller.tenantId);
  }

  async existing(ctx: RequestContext): Promise<WebhookSettingsRecord> {
    return (await this.find(ctx)) ?? reject('errors.webhook_settings.not_found');
  }

  secretOf({ tenantId, value }: WebhookSettingsRecord): string {
    return this.secrets.unseal(secretPurpose(tenantId), value.sealed);
  }

  /** undefined where another created them just before. */
  async create(ctx: RequestContext, endpointUrl: string): Promise<WebhookSettingsRecord | undefined> {
    if (!meets(ctx.ifMatch, undefined)) reject('errors.precondition.failed');
    const { tenantId } = ctx.caller;
    const value = { endpointUrl, enabled: true, sealed: this.newSecret(tenantId) };
    try {
      return await this.written(ctx, new webhookSettings.Create(tenantId, { value }, ctx.meta()));
    } catch (error) {
      if (error instanceof Rejection && error.code === 'errors.webhook_settings.exists') return undefined;
      throw error;
    }
  }

  /** Enables it again, too. */
  async change(ctx: RequestContext, endpointUrl: string): Promise<WebhookSettingsRecord> {
    const patch = { endpointUrl, enabled: true, disabledAt: null, disabledReason: null };
    const { tenantId } = ctx.caller;
    return this.written(ctx, new webhookSettings.Change(tenantId, { patch, ifMatch: ctx.ifMatch }, ctx.meta()));
  }

  /** The secret before signs too for another day. */
  async rotate(ctx: RequestContext): Promise<WebhookSettingsRecord> {
    const { tenantId } = ctx.caller;
    const sealed = this.newSecret(tenantId);
    const meta = ctx.meta();
    for (let attempt = 1; ; attempt++) {
      const { value, revision } = await this.existing(ctx);
      const valid = (value.old ?? []).filter(({ until }) => until > ctx.at);
      const patch = { sealed, old: [...valid, { sealed: value.sealed, until: plus(ctx.at, DAY) }] };
      try {
        return await this.written(ctx, new webhookSettings.Change(tenantId, { patch, ifMatch: [revision] }, meta));
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
    ctx: RequestContext,
    command: InstanceType<(typeof webhookSettings.commands)[number]>,
  ): Promise<WebhookSettingsRecord> {
    const { state } = await this.commands.sendAndWait<State>(ctx, command);
    return state.record ?? reject('errors.webhook_settings.not_found');
  }
}
