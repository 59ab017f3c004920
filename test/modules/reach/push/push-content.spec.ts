import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isAuthSecret, isPoint } from '../../../../src/modules/reach/push/application/device-keys.js';
import { pushText, shownText } from '../../../../src/modules/reach/push/domain/push-text.js';

const facts = { tenant: 'Acme', conversationId: 'case-1', url: 'https://acme.example/c#auth_key=k' } as const;

describe('the content of a push', () => {
  test.each([
    ['en', 'New message'],
    ['de', 'Neue Nachricht'],
  ] as const)('says in %s that there is a message', (language, body) =>
    expect(JSON.parse(pushText({ ...facts, language }))).toEqual({
      title: 'Acme',
      body,
      language,
      conversation_id: 'case-1',
      url: facts.url,
    }),
  );
  test('has the text where there is one', () =>
    expect(JSON.parse(pushText({ ...facts, language: 'en', text: 'hello' })).body).toBe('hello'));
  test('fits into a push, cut between characters', () => {
    expect(shownText('x'.repeat(300))).toBe('x'.repeat(300));
    const text = shownText('👩'.repeat(5_000));
    expect([...text]).toHaveLength(300);
    expect(text.endsWith('👩…')).toBe(true);
    const longest = { ...facts, tenant: 'x'.repeat(100), url: 'x'.repeat(400), conversationId: 'x'.repeat(50) };
    for (const each of [text, shownText('\u0001'.repeat(5_000))])
      expect(Buffer.byteLength(pushText({ ...longest, language: 'de', text: each }))).toBeLessThan(3_900);
  });
});

describe('keys of a device', () => {
  const point = createECDH('prime256v1').generateKeys();
  test('are a point of P-256 and 16 bytes', () => {
    expect(isPoint(point.toString('base64url'))).toBe(true);
    expect(isAuthSecret(randomBytes(16).toString('base64url'))).toBe(true);
  });
  const off = Buffer.from(point);
  off[64] = (off[64] ?? 0) ^ 1;
  test.each([
    ['no point', off.toString('base64url')],
    ['a compressed point', createECDH('prime256v1').generateKeys('base64url', 'compressed')],
    ['padded', `${point.toString('base64url')}=`],
    ['plain base64', point.toString('base64')],
    ['too short', point.subarray(1).toString('base64url')],
    ['empty', ''],
  ])('are refused: %s', (_, text) => expect(isPoint(text)).toBe(false));
  test('are refused: 15 or 17 bytes', () => {
    for (const bytes of [15, 17]) expect(isAuthSecret(randomBytes(bytes).toString('base64url'))).toBe(false);
  });
});
