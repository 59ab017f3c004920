import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.js';
import { startTidings } from '../../support/api.js';

const PATH = '//.well-known/security.txt';

test('security.txt has the contacts of the operator, and expires within a year', async () => {
  const contacts = ['mailto:security@tidings.example', 'https://tidings.example/report'];
  const tidings = await startTidings({
    SECURITY_CONTACT: contacts.join(', '),
    PUBLIC_URL: 'https://tidings.example',
  });
  const { status, headers, text } = await tidings.call('GET', PATH);
  await tidings.close();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = text.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual(contacts.map((contact) => `Contact: ${contact}`));
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  expect(lines).toContain('Canonical: https://tidings.example/.well-known/security.txt');
});

test('without a contact there is none', async () => {
  const tidings = await startTidings({ SECURITY_CONTACT: '' });
  const { status } = await tidings.call('GET', PATH);
  await tidings.close();
  expect(status).toBe(404);
});

test.each(['security@tidings.example', 'http://tidings.example', 'mailto:a@b.example\nExpires: never'])(
  'the contact %j stops the start',
  (contact) =>
    expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow(/^SECURITY_CONTACT must list addresses like /),
);
