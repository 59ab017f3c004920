import { describe, expect, test } from 'vitest';
import { readStatusToken, statusUrlFor } from '../../../../src/modules/reach/sms/application/sms-status-url.js';
import { deliveryReport } from '../../../../src/modules/reach/sms/domain/sms-delivery.js';

describe('a report of the provider', () => {
  test.each(['sent', 'delivered', 'read'])('%s: it went out', (status) =>
    expect(deliveryReport(status, undefined)).toEqual({ status: 'done' }),
  );
  test.each(['undelivered', 'failed', 'canceled'])('%s: it did not arrive, and why', (status) => {
    expect(deliveryReport(status, '30005')).toEqual({ status: 'failed', reason: 'twilio_30005' });
    expect(deliveryReport(status, '<b>')).toEqual({ status: 'failed', reason: `twilio_${status}` });
  });
  test('a number that opted out suppresses it', () =>
    expect(deliveryReport('undelivered', '21610')).toEqual({ status: 'suppressed', reason: 'opted_out' }));
  test.each(['queued', 'accepted', 'sending', 'scheduled', '', 'constructor'])('%j: nothing new', (status) =>
    expect(deliveryReport(status, undefined)).toBeUndefined(),
  );
});

describe('the URL it is told at', () => {
  const of = { tenantId: '01900000-0000-7000-8000-000000000001', effectId: 'case-1.123.0.x' };
  test('names the message', () => {
    const url = statusUrlFor('https://tidings.example', of) ?? '';
    expect(url).toMatch(/^https:\/\/tidings\.example\/api\/v1\/sms\/twilio\/status\/[\w-]+$/);
    expect(readStatusToken(url.split('/').at(-1) ?? '')).toEqual(of);
  });
  test.each(['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:1'])('is none at %s', (publicUrl) =>
    expect(statusUrlFor(publicUrl, of)).toBeUndefined(),
  );
});
