import { Inject, Injectable } from '@nestjs/common';
import { TENANT_CATEGORY, tenants } from '../../../projections/tenant/projection.js';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { type SentType, TEST_TYPE, WEBHOOK_TYPES, type WebhookType } from '../../catalogue/webhook-types.js';
import { type StreamFold, stateAsOf } from '../../engine/log/as-of.js';
import { EventLog } from '../../engine/log/event-log.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { reject } from '../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../kernel/resource.js';
import { parseStreamName, streamName } from '../../kernel/stream.js';
import { type LruBounds, type LruCache, lruCache } from '../../lib/lru-cache.js';
import { sizeOf } from '../../lib/size-of.js';
import {
  type WebhookFeature,
  type WebhookSettings,
  webhookFeature,
  webhookSettings,
} from '../../modules/reach/webhook/domain/webhook.resource.js';
import { secretPurpose } from '../../modules/reach/webhook/domain/webhook-secret.js';
import { SECRETS, type Secrets } from '../../ports/identity/secrets.js';
import { type Signer, signerOf } from '../send/signature.js';

const NOW = Number.POSITIVE_INFINITY;

interface Signing {
  readonly signer: Signer;
  /** When the secret stops signing; absent for the current secret. */
  readonly until?: string;
}

/** Where a tenant's webhooks go, which types it wants, and the signers of the requests. */
export interface WebhookEndpoint {
  readonly settings?: ResourceRecord<WebhookSettings>;
  readonly types: ReadonlySet<WebhookType>;
  readonly signing: readonly Signing[];
  /** The tenant is suspended or deleted: its deliveries wait. */
  readonly isResting?: true;
}

export const isWanted = ({ settings, types }: WebhookEndpoint, type: SentType): boolean =>
  settings?.value.enabled === true && (type === TEST_TYPE || types.has(type));

const FOLLOWED: ReadonlySet<string> = new Set([webhookSettings.category, webhookFeature.category, TENANT_CATEGORY]);

/** Folds the stream of a tenant. */
const tenantFold: StreamFold<ReturnType<typeof tenants.evolve>> = { initial: undefined, evolve: tenants.evolve };

const NO_ENDPOINT: WebhookEndpoint = { types: new Set(), signing: [] };

/** Bytes of a signer, which `sizeOf` cannot measure. */
const SIGNER_BYTES = 512;

const BOUNDS: LruBounds<WebhookEndpoint> = {
  bytes: cacheBudgets.webhookEndpoints,
  sizeOf: ({ settings, types, signing }) => sizeOf(settings) + sizeOf(types) + SIGNER_BYTES * signing.length,
};

/** Webhook endpoints of tenants, folded from the log and cached. Stays correct while every event is given to `apply`. */
@Injectable()
export class EndpointSettings {
  private readonly current = lruCache<string, WebhookEndpoint>(BOUNDS);
  private readonly asOf = lruCache<string, WebhookEndpoint>(BOUNDS);
  private changes = 0;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** Empties the cache, for a caller whose events are not all given to `apply`. */
  forget(): void {
    this.current.clear();
    this.asOf.clear();
  }

  /** @returns whether the event changed an endpoint */
  apply(event: Recorded): boolean {
    const { category, tenantId } = parseStreamName(event.meta.stream);
    if (!FOLLOWED.has(category)) return false;
    this.changes++;
    this.current.delete(tenantId);
    this.asOf.delete(tenantId);
    return true;
  }

  /** The endpoint at the end of the log: decides where a delivery is sent and whether it still is. */
  of(tenantId: string): WebhookEndpoint | Promise<WebhookEndpoint> {
    return this.current.get(tenantId) ?? this.read(this.current, tenantId, NOW);
  }

  /** The endpoint as of the event that `apply` was given last: decides whether the event is delivered at all. */
  at(tenantId: string, position: Position): WebhookEndpoint | Promise<WebhookEndpoint> {
    return this.asOf.get(tenantId) ?? this.read(this.asOf, tenantId, position);
  }

  /**
   * The endpoint read from the log, not from a cache, for a request about it.
   * @throws Rejection 404 where the tenant has no webhook settings, 409 where the endpoint is disabled
   */
  async enabled(tenantId: string): Promise<WebhookEndpoint> {
    const settings = await this.record<WebhookSettings>(webhookSettings, tenantId, tenantId, NOW);
    if (!settings) return reject('errors.webhook_settings.not_found');
    if (!settings.value.enabled) return reject('errors.webhook.disabled');
    return this.endpoint(tenantId, settings, NOW);
  }

  private async read(
    cache: LruCache<string, WebhookEndpoint>,
    tenantId: string,
    position: Position,
  ): Promise<WebhookEndpoint> {
    const { changes } = this;
    const settings = await this.record<WebhookSettings>(webhookSettings, tenantId, tenantId, position);
    const endpoint = settings ? await this.endpoint(tenantId, settings, position) : NO_ENDPOINT;
    if (changes === this.changes) cache.set(tenantId, endpoint);
    return endpoint;
  }

  private async endpoint(
    tenantId: string,
    settings: ResourceRecord<WebhookSettings>,
    position: Position,
  ): Promise<WebhookEndpoint> {
    const features = await Promise.all(
      WEBHOOK_TYPES.map((type) => this.record<WebhookFeature>(webhookFeature, tenantId, type, position)),
    );
    const types = WEBHOOK_TYPES.filter((_, i) => features[i]?.value.enabled);
    const signer = (sealed: string) => signerOf(this.secrets.unseal(secretPurpose(tenantId), sealed));
    const { sealed, old = [] } = settings.value;
    const signing = [
      { signer: signer(sealed) },
      ...old.map(({ sealed, until }) => ({ signer: signer(sealed), until })),
    ];
    const stream = streamName(TENANT_CATEGORY, tenantId, tenantId);
    const { state: owner, version } = await stateAsOf(this.log, stream, tenantFold, { position });
    const isGone = version > 0 && !owner;
    const resting = isGone || owner?.value.suspendedAt !== undefined ? ({ isResting: true } as const) : {};
    return { settings, types: new Set(types), signing, ...resting };
  }

  private async record<V>(
    { category, decider }: { readonly category: string; readonly decider: StreamFold<ResourceState<V>> },
    tenantId: string,
    id: string,
    position: Position,
  ): Promise<ResourceRecord<V> | undefined> {
    const { state } = await stateAsOf(this.log, streamName(category, tenantId, id), decider, { position });
    return state.record;
  }
}
