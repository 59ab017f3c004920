import { test } from 'vitest';
import { smsSettings } from '../../projections/sms-settings/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('smsSettings', TENANT, 'twilio');
const settings = givenProjection(smsSettings);
const value = { username: 'AC1', authToken: 'sealed', phoneNumber: '+4930111' };
const created = { event: { type: 'SmsSettingsCreated', data: value }, stream } as const;

test('settings stand under their provider, their secrets as they were sealed', () =>
  settings(created).shows('twilio', { value }));

test('deleted settings are gone', () =>
  settings(created, { event: { type: 'SmsSettingsDeleted', data: {} }, stream }).absent('twilio'));
