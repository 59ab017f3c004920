import { ADMINS, type PermissionTable } from './roles.js';

/** Webhook settings, webhook types, deliveries and the event feed. */
export const webhookPermissions = {
  'webhook-settings.read': ADMINS,
  'webhook-settings.replace': ADMINS,
  'webhook-settings.rotate': ADMINS,
  'webhook-settings.test': ADMINS,
  'webhook-feature.list': ADMINS,
  'webhook-feature.available': ADMINS,
  'webhook-feature.set': ADMINS,
  'webhook-feature.delete': ADMINS,
  'webhook-delivery.list': ADMINS,
  'webhook-delivery.retry': ADMINS,
  'webhook-delivery.retry-many': ADMINS,
  'webhook-delivery.replay': ADMINS,
  'webhook-replay.read': ADMINS,
  'webhook-replay.cancel': ADMINS,
  'event.list': ADMINS,
} as const satisfies PermissionTable;
