import { describe, expect, test } from 'vitest';
import { Rejection } from '../../../../src/kernel/rejection.js';
import { ofOneVariant } from '../../../../src/modules/reach/sms/api/sms.checks.js';
import type { ReplaceSmsSettingsDto } from '../../../../src/modules/reach/sms/api/sms.dto.js';

const fieldErrors = (body: ReplaceSmsSettingsDto) => {
  try {
    ofOneVariant(body);
    return [];
  } catch (error) {
    return (error as Rejection).fieldErrors.map(({ path, code }) => `${path} ${code.split('.').at(-1)}`);
  }
};

const first = { username: 'AC1', auth_token: 's', phone_number: '+4930111' };
const second = { account_sid: 'AC1', account_auth_token: 's' };

describe('SMS provider settings are of one variant', () => {
  test.each([first, { ...second, phone_number: '+4930111' }, { ...second, message_service_sid: 'MG1' }])('%j', (body) =>
    expect(fieldErrors(body)).toEqual([]),
  );

  const wrong: readonly (readonly [ReplaceSmsSettingsDto, readonly string[]])[] = [
    [{}, ['username required', 'auth_token required', 'phone_number required']],
    [{ phone_number: '+4930111' }, ['username required', 'auth_token required']],
    [{ ...first, account_sid: 'AC1' }, ['account_sid together']],
    [{ ...first, ...second }, ['account_sid together', 'account_auth_token together']],
    [{ ...first, message_service_sid: 'MG1' }, ['message_service_sid together']],
    [{ auth_token: 's', account_sid: 'AC1' }, ['account_sid together']],
    [second, ['phone_number required']],
    [{ account_sid: 'AC1', phone_number: '+4930111' }, ['account_auth_token required']],
    [{ ...second, message_service_sid: 'MG1', phone_number: '+4930111' }, ['phone_number together']],
  ];
  test.each(wrong)('%j: %j', (body, expected) => expect(fieldErrors(body)).toEqual(expected));
});
