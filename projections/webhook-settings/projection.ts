import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type WebhookSettings, webhookSettings } from '../../src/modules/reach/webhook/domain/webhook.resource.js';

export type WebhookSettingsRecord = ResourceRecord<WebhookSettings>;

/** Where a tenant's webhooks go, by the tenant's id. */
export const webhookSettingsModel = webhookSettings.projection({
  name: 'webhook-settings',
  version: 1,
  fields: {},
  indexes: [],
});
