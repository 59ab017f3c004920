import type { RejectionTable } from './rejection-entry.js';

/** Sending by SMS and e-mail. */
export const notificationRejections = {
  'errors.sms_settings.not_found': {
    kind: 'not-found',
    en: 'The tenant has no SMS provider settings. Create them with PUT.',
    de: 'Der Mandant hat keine Einstellungen für einen SMS-Anbieter. Sie lassen sich mit PUT anlegen.',
    cause: 'No SMS provider was set for the tenant, or its settings were deleted.',
    remedy: 'Set the provider with `PUT /sms/twilio/settings`.',
  },
} as const satisfies RejectionTable;
