import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessageTemplate } from '../../../../src/modules/reach/message-template/domain/message-template.resource.js';
import { renderedText } from '../../../../src/modules/reach/message-template/domain/rendered-text.js';
import { smsText } from '../../../../src/modules/reach/message-template/domain/sms-text.js';

const LINK = 'https://acme-client.tidings.example/c#auth_key=abcdefghijklmnopqrstuv';
const words = (characters: number) => 'word '.repeat(Math.ceil(characters / 5)).slice(0, characters);
const lengthOf = (text: string) => [...text].length;

describe('the text of an SMS', () => {
  test.each(['', 'Hello', '😀'.repeat(1_600), `${words(1_600 - LINK.length)}${LINK}`])(
    'of at most 1,600 characters stays as it is (%#)',
    (text) => expect(smsText(text, LINK)).toBe(text),
  );

  test('ends at a word where it is longer, in characters that every SMS has', () => {
    expect(smsText(words(2_000))).toBe(`${'word '.repeat(319).trim()}...`);
    expect(smsText('x'.repeat(2_000))).toBe(`${'x'.repeat(1_597)}...`);
  });

  test.each([
    ['at its end', `${words(3_000)} ${LINK}`],
    ['across the limit', `${words(1_590)} ${LINK} ${words(100)}`],
    ['within one endless word', `${'x'.repeat(1_590)}${LINK}${'x'.repeat(100)}`],
    ['at its beginning', `${LINK} ${words(3_000)}`],
    ['more than once', `${words(1_700)} ${LINK} ${words(3_000)} ${LINK}`],
  ])('keeps the link %s whole', (_, text) => {
    const sms = smsText(text, LINK);
    expect(lengthOf(sms)).toBeLessThanOrEqual(1_600);
    expect(sms.split(LINK)).toHaveLength(2);
    expect(sms.replace(LINK, '')).not.toMatch(/https|auth_key/);
    expect(sms).toMatch(/^.*https:\S+$|^https:\S+ /s);
  });

  test('keeps a link that a message of 4,096 characters has lost', () => {
    const parameters = [
      { name: 'long', kind: 'CONVERSATION_DATA', valuePath: 'long' },
      { name: 'link', kind: 'APP_URL' },
    ] as const;
    const template: MessageTemplate = { kind: 'TEXT', texts: { en: 'Hi {{ long }} {{ link }}' }, parameters };
    for (const long of [words(5_000), 'x'.repeat(100_000)]) {
      const { text, sms } = renderedText(template, 'en', { now: '', data: { long }, appUrl: LINK });
      expect(text).not.toContain('auth_key');
      expect(sms).toMatch(/^Hi.*\.\.\. https:\S+$/);
      expect(sms.endsWith(LINK)).toBe(true);
      expect(lengthOf(sms)).toBeLessThanOrEqual(1_600);
    }
  });

  test('has no link where its text shows none', () => {
    const template: MessageTemplate = {
      kind: 'TEXT',
      texts: { en: words(3_000) },
      parameters: [{ name: 'link', kind: 'APP_URL' }],
    };
    expect(renderedText(template, 'en', { now: '', data: {}, appUrl: LINK }).sms).not.toContain(LINK);
  });

  test('of any text keeps the bound and the link', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_500 }), fc.string({ maxLength: 2_500 }), (before, after) => {
        const sms = smsText(`${before}${LINK}${after}`, LINK);
        expect(sms).toContain(LINK);
        expect(lengthOf(sms)).toBeLessThanOrEqual(1_600);
      }),
    ));
});
