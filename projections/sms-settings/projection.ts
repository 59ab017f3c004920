import type { Kept } from '../../src/kernel/resource.js';
import { type SmsSettings, smsSettings as settings } from '../../src/modules/sms/domain/sms-settings.resource.js';

export type KeptSmsSettings = Kept<SmsSettings>;

/** The SMS provider settings of a tenant, by provider. */
export const smsSettings = settings.projection({
  name: 'sms-settings',
  version: 1,
  fields: {},
  indexes: [],
});
