import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smsSegments } from '../../../../src/modules/reach/message-template/domain/sms-segments.js';

const a = (times: number) => 'a'.repeat(times);

describe('the segments of an SMS', () => {
  test.each([
    ['', 0],
    ['a', 1],
    [a(160), 1],
    [a(161), 2],
    [a(306), 2],
    [a(307), 3],
    [a(1_600), 11],
  ])('GSM-7: 160 characters, then 153 each (%#)', (text, count) => expect(smsSegments(text)).toBe(count));

  test('every character of the default alphabet counts once', () => {
    const alphabet =
      '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
    expect([...alphabet]).toHaveLength(127);
    expect(smsSegments(alphabet + a(33))).toBe(1);
    expect(smsSegments(alphabet + a(34))).toBe(2);
  });

  test.each([...'^{}\\[~]|€\f'])('%j of the extension table counts twice', (character) => {
    expect(smsSegments(a(158) + character)).toBe(1);
    expect(smsSegments(a(159) + character)).toBe(2);
  });

  test('an extension character is not cut in two', () => {
    expect(smsSegments('€'.repeat(76 * 2))).toBe(2);
    expect(smsSegments('€'.repeat(76 * 2 + 1))).toBe(3);
  });

  test.each(['ç', '`', '…', 'ł', '”', '\t', 'Ж'])('%j needs UCS-2: 70 characters, then 67 each', (character) => {
    expect(smsSegments(a(69) + character)).toBe(1);
    expect(smsSegments(a(70) + character)).toBe(2);
    expect(smsSegments(a(133) + character)).toBe(2);
    expect(smsSegments(a(134) + character)).toBe(3);
  });

  test('a character beyond the first plane counts twice in UCS-2, and is not cut in two', () => {
    expect(smsSegments('😀'.repeat(35))).toBe(1);
    expect(smsSegments('😀'.repeat(36))).toBe(2);
    expect(smsSegments('😀'.repeat(66))).toBe(2);
    expect(smsSegments('😀'.repeat(67))).toBe(3);
  });

  test('more text never takes fewer', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string(), (text, more) => {
        expect(smsSegments(text + more)).toBeGreaterThanOrEqual(smsSegments(text));
      }),
    ));
});
