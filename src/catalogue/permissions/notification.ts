import { ADMINS, PEOPLE, type PermissionTable, PUBLIC, STAFF } from './roles.js';

/** Notifications, pushes and the SMS provider. */
export const notificationPermissions = {
  'notification.list': STAFF,
  'notification.list-all': STAFF,
  'notification.resend': STAFF,
  'notification.unsubscribe-page': PUBLIC,
  'notification.unsubscribe': PUBLIC,
  /** An API key has no device. */
  'push.key': PEOPLE,
  'push-subscription.create': PEOPLE,
  'push-subscription.delete': PEOPLE,
  'sms-settings.read': ADMINS,
  'sms-settings.replace': ADMINS,
  'sms-settings.delete': ADMINS,
  'sms-status.report': PUBLIC,
} as const satisfies PermissionTable;
