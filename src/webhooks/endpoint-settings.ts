import { Inject, Injectable } from '@nestjs/common';
import { WEBHOOK_TYPES, type WebhookType } from '../catalogue/webhook-types.js';
import { EventLog } from '../engine/log/event-log.js';
import type { Position, Recorded } from '../kernel/event.js';
import { type LruCache, lruCache } from '../kernel/lru-cache.js';
import type { ResourceRecord } from '../kernel/resource.js';
import { parseStreamName, streamName } from '../kernel/stream.js';
import {
  type WebhookFeature,
  type WebhookSettings,
  webhookFeature,
  webhookSettings,
} from '../modules/webhook/domain/webhook.resource.js';
import { secretPurpose } from '../modules/webhook/domain/webhook-secret.js';
import { SECRETS, type Secrets } from '../ports/secrets.js';
import { type Signer, signerOf } from './signature.js';

const REMEMBERED = 10_000;
const PAGE = 500;

interface Signing {
  readonly signer: Signer;
  /** Left out for the present secret. */
  readonly until?: string;
}

/** What a tenant wants to be told, and where. */
export interface WebhookEndpoint {
  readonly settings?: ResourceRecord<WebhookSettings>;
  readonly types: ReadonlySet<WebhookType>;
  readonly signing: readonly Signing[];
}

const NOTHING: WebhookEndpoint = { types: new Set(), signing: [] };

/** Policies as the log tells them. Who follows the log hands each event on, so that what is remembered stays true. */
@Injectable()
export class EndpointSettings {
  private known: LruCache<string, WebhookEndpoint> = lruCache(REMEMBERED);
  private held: LruCache<string, WebhookEndpoint> = lruCache(REMEMBERED);
  private changes = 0;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  forget(): void {
    this.known = lruCache(REMEMBERED);
    this.held = lruCache(REMEMBERED);
  }

  /** True when the event changed a policy. */
  apply(event: Recorded): boolean {
    const { category, tenantId } = parseStreamName(event.meta.stream);
    if (category !== webhookSettings.category && category !== webhookFeature.category) return false;
    this.changes++;
    this.known.delete(tenantId);
    this.held.delete(tenantId);
    return true;
  }

  /** As it is now: where something is sent, and whether still. */
  of(tenantId: string): WebhookEndpoint | Promise<WebhookEndpoint> {
    return this.known.get(tenantId) ?? this.read(this.known, tenantId, Number.POSITIVE_INFINITY);
  }

  /** As it was when the event happened that is being followed: whether it is to be told at all. */
  at(tenantId: string, position: Position): WebhookEndpoint | Promise<WebhookEndpoint> {
    return this.held.get(tenantId) ?? this.read(this.held, tenantId, position);
  }

  private async read(
    cache: LruCache<string, WebhookEndpoint>,
    tenantId: string,
    until: Position,
  ): Promise<WebhookEndpoint> {
    const { changes } = this;
    const settings = await this.fold<WebhookSettings>(webhookSettings, tenantId, tenantId, until);
    const endpoint = settings ? await this.whole(tenantId, settings, until) : NOTHING;
    if (changes === this.changes) cache.set(tenantId, endpoint);
    return endpoint;
  }

  private async whole(
    tenantId: string,
    settings: ResourceRecord<WebhookSettings>,
    until: Position,
  ): Promise<WebhookEndpoint> {
    const features = await Promise.all(
      WEBHOOK_TYPES.map((type) => this.fold<WebhookFeature>(webhookFeature, tenantId, type, until)),
    );
    const types = WEBHOOK_TYPES.filter((_, i) => features[i]?.value.enabled);
    const signer = (sealed: string) => signerOf(this.secrets.unseal(secretPurpose(tenantId), sealed));
    const { sealed, old = [] } = settings.value;
    const signing = [
      { signer: signer(sealed) },
      ...old.map(({ sealed, until }) => ({ signer: signer(sealed), until })),
    ];
    return { settings, types: new Set(types), signing };
  }

  private async fold<V extends object>(
    { category, decider }: typeof webhookSettings | typeof webhookFeature,
    tenantId: string,
    id: string,
    until: Position,
  ): Promise<ResourceRecord<V> | undefined> {
    const stream = streamName(category, tenantId, id);
    let state: { readonly record?: ResourceRecord<unknown> } = {};
    for (let from = 1; ; from += PAGE) {
      const page = await this.log.read(stream, { from, limit: PAGE });
      for (const event of page) {
        if (event.meta.position <= until) state = decider.evolve(state as never, event as never);
      }
      if (page.length < PAGE) return state.record as ResourceRecord<V> | undefined;
    }
  }
}
