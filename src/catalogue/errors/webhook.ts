import type { RejectionTable } from './rejection-entry.js';

/** Webhook settings, webhook types and deliveries. */
export const webhookRejections = {
  'errors.webhook_settings.not_found': {
    kind: 'not-found',
    en: 'The tenant has no webhook settings yet. Create them with PUT.',
    de: 'Der Mandant hat noch keine Webhook-Einstellungen. Sie lassen sich mit PUT anlegen.',
    cause: 'No webhook endpoint was set for the tenant.',
    remedy: 'Set the endpoint with `PUT /webhook-settings`.',
  },
  'errors.webhook_settings.exists': {
    kind: 'conflict',
    en: 'The tenant already has webhook settings. Read them again before changing them.',
    de: 'Der Mandant hat bereits Webhook-Einstellungen. Bitte vor einer Änderung neu lesen.',
    cause: 'Two requests create the webhook settings at the same time.',
    remedy: 'Read the webhook settings, then repeat the change.',
  },
  'errors.webhook_feature.not_found': {
    kind: 'not-found',
    en: 'The webhook type has no setting.',
    de: 'Für diesen Webhook-Typ gibt es keine Einstellung.',
    cause: 'The webhook type was never switched on or off, or its setting was deleted.',
    remedy: 'List the webhook types that are set with `GET /webhooks/features`.',
  },
  'errors.webhook_delivery.not_found': {
    kind: 'not-found',
    en: 'The delivery does not exist.',
    de: 'Die Zustellung existiert nicht.',
    cause: 'No delivery of the tenant has the id, or it is older than 30 days.',
    remedy: 'List the deliveries to find the id. Replay older events by time.',
  },
} as const satisfies RejectionTable;
