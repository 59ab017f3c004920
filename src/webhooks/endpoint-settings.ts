import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../engine/log/event-log.js';
import type { Position, Recorded } from '../kernel/event.js';
import { type Recent, recent } from '../kernel/lru-cache.js';
import type { Kept } from '../kernel/resource.js';
import { parseStreamName, streamName } from '../kernel/stream.js';
import { SECRETS, type Secrets } from '../ports/secrets.js';
import { WEBHOOK_TYPES, type WebhookType } from '../catalogue/webhook-types.js';
import { type WebhookFeature, type WebhookSettings, webhookFeature, webhookSettings } from '../modules/webhook/domain/webhook.resource.js';
import { type Signer, signerOf } from './signature.js';

const REMEMBERED = 10_000;
const PAGE = 500;

export const secretPurpose = (tenantId: string): string => `webhook-secret:${tenantId}`;

interface Signing {
  readonly signer: Signer;
  /** Left out for the present secret. */
  readonly until?: string;
}

/** What a tenant wants to be told, and where. */
export interface Policy {
  readonly settings?: Kept<WebhookSettings>;
  readonly types: ReadonlySet<WebhookType>;
  readonly signing: readonly Signing[];
}

const NOTHING: Policy = { types: new Set(), signing: [] };

/** Policies as the log tells them. Who follows the log hands each event on, so that what is remembered stays true. */
@Injectable()
export class Policies {
  private known: Recent<string, Policy> = recent(REMEMBERED);
  private held: Recent<string, Policy> = recent(REMEMBERED);
  private changes = 0;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  forget(): void {
    this.known = recent(REMEMBERED);
    this.held = recent(REMEMBERED);
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
  of(tenantId: string): Policy | Promise<Policy> {
    return this.known.get(tenantId) ?? this.read(this.known, tenantId, Number.POSITIVE_INFINITY);
  }

  /** As it was when the event happened that is being followed: whether it is to be told at all. */
  at(tenantId: string, position: Position): Policy | Promise<Policy> {
    return this.held.get(tenantId) ?? this.read(this.held, tenantId, position);
  }

  private async read(cache: Recent<string, Policy>, tenantId: string, until: Position): Promise<Policy> {
    const { changes } = this;
    const settings = await this.fold<WebhookSettings>(webhookSettings, tenantId, tenantId, until);
    const policy = settings ? await this.whole(tenantId, settings, until) : NOTHING;
    if (changes === this.changes) cache.set(tenantId, policy);
    return policy;
  }

  private async whole(tenantId: string, settings: Kept<WebhookSettings>, until: Position): Promise<Policy> {
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
  ): Promise<Kept<V> | undefined> {
    const stream = streamName(category, tenantId, id);
    let state: { readonly kept?: Kept<unknown> } = {};
    for (let from = 1; ; from += PAGE) {
      const page = await this.log.read(stream, { from, limit: PAGE });
      for (const event of page) {
        if (event.meta.position <= until) state = decider.evolve(state as never, event as never);
      }
      if (page.length < PAGE) return state.kept as Kept<V> | undefined;
    }
  }
}
