import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type SmsSettings, smsSettings as settings } from '../../src/modules/reach/sms/domain/sms-settings.resource.js';

export type SmsSettingsRecord = ResourceRecord<SmsSettings>;

/** The SMS provider settings of a tenant, by provider. */
export const smsSettings = settings.projection({
  name: 'sms-settings',
  version: 1,
  fields: {},
  indexes: [],
});
