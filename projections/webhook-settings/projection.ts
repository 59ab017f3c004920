import type { Kept } from '../../src/kernel/resource.js';
import { type WebhookSettings, webhookSettings } from '../../src/modules/webhook/domain/webhook.resource.js';

export type KeptWebhookSettings = Kept<WebhookSettings>;

/** Where a tenant's webhooks go, by the tenant's id. */
export const webhookSettingsModel = webhookSettings.projection({
  name: 'webhook-settings',
  version: 1,
  fields: {},
  indexes: [],
});
