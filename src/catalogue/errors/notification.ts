import type { RejectionTable } from './rejection-entry.js';

/** Sending by SMS, e-mail and push. */
export const notificationRejections = {
  'errors.notification.not_found': {
    kind: 'not-found',
    en: 'The notification was not found. Check the id.',
    de: 'Die Benachrichtigung wurde nicht gefunden. Bitte die Id prüfen.',
    cause: 'No notification of the tenant has the id, or it is older than 90 days.',
    remedy: 'List the notifications with `GET /notifications`.',
  },
  'errors.notification.not_failed': {
    kind: 'conflict',
    en: 'Only a notification with status FAILED or UNKNOWN can be sent again.',
    de: 'Nur eine Benachrichtigung mit dem Status FAILED oder UNKNOWN kann erneut gesendet werden.',
    cause: 'The notification is queued, sent or suppressed.',
    remedy: 'Read the status with `GET /notifications`, and notify the participant with a new call.',
  },
  'errors.push_subscription.not_found': {
    kind: 'not-found',
    en: 'The push subscription was not found. Subscribe the device again.',
    de: 'Das Push-Abonnement wurde nicht gefunden. Bitte das Gerät erneut anmelden.',
    cause: 'The caller has no push subscription with the id, or it has ended.',
    remedy: 'Subscribe the device again with `POST /push/subscriptions`.',
  },
  'errors.sms_settings.not_found': {
    kind: 'not-found',
    en: 'The tenant has no SMS provider settings. Create them with PUT.',
    de: 'Der Mandant hat keine Einstellungen für einen SMS-Anbieter. Sie lassen sich mit PUT anlegen.',
    cause: 'No SMS provider was set for the tenant, or its settings were deleted.',
    remedy: 'Set the provider with `PUT /sms/twilio/settings`.',
  },
} as const satisfies RejectionTable;
