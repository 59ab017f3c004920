import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type WebhookFeature, webhookFeature } from '../../src/modules/reach/webhook/domain/webhook.resource.js';

export type WebhookFeatureRecord = ResourceRecord<WebhookFeature>;

/** The webhook types a tenant switched on or off, by type. */
export const webhookFeatures = webhookFeature.projection({
  name: 'webhook-feature',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});
