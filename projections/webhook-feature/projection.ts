import type { Kept } from '../../src/kernel/resource.js';
import { type WebhookFeature, webhookFeature } from '../../src/modules/webhook/domain/webhook.resource.js';

export type KeptWebhookFeature = Kept<WebhookFeature>;

/** The webhook types a tenant switched on or off, by type. */
export const webhookFeatures = webhookFeature.projection({
  name: 'webhook-feature',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
