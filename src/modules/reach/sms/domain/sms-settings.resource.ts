import { resource } from '../../../../kernel/resource.js';

/** A tenant's access to its SMS provider, in one of two variants (contract 8); secrets are sealed. */
export interface SmsSettings {
  readonly username?: string;
  readonly authToken?: string;
  readonly accountSid?: string;
  readonly accountAuthToken?: string;
  readonly messageServiceSid?: string;
  readonly phoneNumber?: string;
}

/** There is one provider, and its name is the id of its settings. */
export const PROVIDER = 'twilio';

/** Purpose that the secrets are sealed with. */
export const SMS_SECRET = 'sms-settings';

export const smsSettings = resource<'SmsSettings', SmsSettings>({
  name: 'SmsSettings',
  category: 'smsSettings',
  absent: 'errors.sms_settings.not_found',
  exists: 'errors.validation.failed',
  personal: ['phoneNumber'],
});
