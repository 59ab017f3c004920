import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { smsSettings } from '../../../src/modules/sms/domain/sms-settings.resource.js';
import { given, TENANT } from '../../support/given.js';

const settings = given(smsSettings.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const first = { username: 'AC1', authToken: 'sealed', phoneNumber: '+4930111' };
const created = { type: 'SmsSettingsCreated', data: first } as const;

describe('SMS provider settings', () => {
  test('are made by the first replacement', () =>
    settings()
      .when(new smsSettings.Replace('twilio', { value: first }, meta))
      .gives(created));
  test('lose what another variant does not have', () =>
    settings(created)
      .when(
        new smsSettings.Replace(
          'twilio',
          { value: { accountSid: 'AC1', accountAuthToken: 's', phoneNumber: '+4930111' } },
          meta,
        ),
      )
      .gives({
        type: 'SmsSettingsChanged',
        data: { username: null, authToken: null, accountSid: 'AC1', accountAuthToken: 's' },
      }));
  test('are not deleted where there are none', () =>
    settings()
      .when(new smsSettings.Remove('twilio', {}, meta))
      .rejected('errors.sms_settings.not_found'));
});
