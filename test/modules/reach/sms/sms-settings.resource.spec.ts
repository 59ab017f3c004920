import { describe, expect, test } from 'vitest';
import { smsSettings } from '../../../../src/modules/reach/sms/domain/sms-settings.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const settings = given(smsSettings.decider);
const meta = commandMeta();
const value = { username: 'AC1', authToken: 'sealed', phoneNumber: '+4930111' };
const created = { type: 'SmsSettingsCreated', data: value } as const;
const other = { accountSid: 'AC1', accountAuthToken: 's', phoneNumber: '+4930111' };

describe('SMS provider settings', () => {
  test('are stored under these names', () => {
    expect(smsSettings.category).toBe('smsSettings');
    expect(Object.keys(smsSettings.eventTypes)).toEqual([
      'SmsSettingsCreated',
      'SmsSettingsChanged',
      'SmsSettingsDeleted',
    ]);
  });
  test('that exist are not created again', () =>
    settings(created)
      .when(new smsSettings.Create('twilio', { value }, meta))
      .rejected('errors.validation.failed'));
  test('that do not exist are not deleted', () =>
    settings()
      .when(new smsSettings.Remove('twilio', {}, meta))
      .rejected('errors.sms_settings.not_found'));
  test('keep no secret of the variant they had before', () =>
    settings(created)
      .when(new smsSettings.Replace('twilio', { value: other }, meta))
      .gives({
        type: 'SmsSettingsChanged',
        data: { username: null, authToken: null, accountSid: 'AC1', accountAuthToken: 's' },
      }));
});
