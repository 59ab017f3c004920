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
  'errors.webhook.disabled': {
    kind: 'conflict',
    en: 'The webhook endpoint is disabled. Enable it with PUT first.',
    de: 'Der Webhook-Endpunkt ist abgeschaltet. Bitte zuerst mit PUT wieder einschalten.',
    cause: 'A test, a retry or a replay was requested while the endpoint is disabled.',
    remedy: 'Set the endpoint again with `PUT /webhook-settings`, then repeat the request.',
  },
  'errors.webhook.replay_running': {
    kind: 'conflict',
    en: 'A replay of the tenant is running. Wait until it ends or cancel it.',
    de: 'Eine Wiederholung des Mandanten läuft bereits. Bitte ihr Ende abwarten oder sie abbrechen.',
    cause: 'A tenant has one running replay at a time.',
    remedy: 'Read the replay until its status is DONE, or cancel it with `DELETE /webhooks/replays/{id}`.',
  },
  'errors.webhook_replay.not_found': {
    kind: 'not-found',
    en: 'The replay does not exist. Check the id.',
    de: 'Die Wiederholung existiert nicht. Bitte die Id prüfen.',
    cause: 'No replay of the tenant has the id, or it ended more than 30 days ago.',
    remedy: 'Use the id from the response to `POST /webhooks/replay`.',
  },
  'errors.webhook_feature.not_found': {
    kind: 'not-found',
    en: 'The webhook type has no setting. Switch it on or off first.',
    de: 'Für diesen Webhook-Typ gibt es keine Einstellung. Bitte ihn zuerst ein- oder ausschalten.',
    cause: 'The webhook type was never switched on or off, or its setting was deleted.',
    remedy: 'List the webhook types that are set with `GET /webhooks/features`.',
  },
  'errors.webhook_delivery.not_found': {
    kind: 'not-found',
    en: 'The delivery does not exist. Check the id.',
    de: 'Die Zustellung existiert nicht. Bitte die Id prüfen.',
    cause: 'No delivery of the tenant has the id, or it is older than 30 days.',
    remedy: 'List the deliveries to find the id. Replay older events by time.',
  },
} as const satisfies RejectionTable;
