import type { Instant } from '../../../../kernel/instant.js';
import { resource } from '../../../../kernel/resource.js';

/** A secret that was rotated out. It signs in addition to the new one for a while. */
export interface OldSecret {
  readonly sealed: string;
  readonly until: Instant;
}

/** The endpoint of a tenant's webhooks. Its secrets are sealed. */
export interface WebhookSettings {
  readonly endpointUrl: string;
  readonly enabled: boolean;
  readonly sealed: string;
  readonly old?: readonly OldSecret[];
  readonly disabledAt?: Instant;
  readonly disabledReason?: string;
}

/** One a tenant, under the tenant's id. */
export const webhookSettings = resource<'WebhookSettings', WebhookSettings>({
  name: 'WebhookSettings',
  category: 'webhookSettings',
  absent: 'errors.webhook_settings.not_found',
  exists: 'errors.webhook_settings.exists',
  personal: ['endpointUrl'],
});

/** A webhook type switched on or off, under the type's name. */
export interface WebhookFeature {
  readonly enabled: boolean;
}

export const webhookFeature = resource<'WebhookFeature', WebhookFeature>({
  name: 'WebhookFeature',
  category: 'webhookFeature',
  absent: 'errors.webhook_feature.not_found',
  exists: 'errors.validation.failed',
  personal: [],
});
