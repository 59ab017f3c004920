import { expect, test } from 'vitest';
import { composed, isLine, isVisible } from '../../../src/catalogue/text/written-text.js';

test.each(['a', ' . ', '\u0301', '👩‍👩‍👧', '\ue000', 'ا', '-'])('%j shows something', (text) =>
  expect(isVisible(text)).toBe(true),
);

test.each([
  '',
  ' ',
  '\n',
  '\u00a0',
  '\u200b\u200d',
  '\u00ad',
  '\u2060',
  '\ufe0f',
  '\u115f\u3164',
  '\u2800',
  '\u{e0020}',
])('%j shows nothing', (text) => expect(isVisible(text)).toBe(false));

test.each(['a b', 'a\u200db', 'שלום', 'e\u0301'])('%j is fit for a line', (text) => expect(isLine(text)).toBe(true));

test.each([
  '\t',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u007f',
])('%j is not', (text) => expect(isLine(`a${text}b`)).toBe(false));

test('names are compared in NFC', () => expect(composed('e\u0301')).toBe('\u00e9'));
