import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedWords, searchWords } from '../../../src/ports/stores/words.js';

describe('search words', () => {
  test.each([
    ['Straße', 'STRASSE', 'strasse', 'STRAẞE', 'ﬆraße'],
    ['Ødegård', 'ødegård', 'ODEGARD', 'odegard'],
    ['Łódź', 'łódź', 'ŁÓDŹ', 'lodz'],
    ['ILGIN', 'ılgın', 'İlgin', 'ilgin'],
    ['Ærø', 'ærø', 'AERO', 'aero'],
    ['Œuvre', 'œuvre', 'OEUVRE', 'oeuvre'],
    ['Đorđe', 'đorđe', 'DORDE', 'dorde'],
    ['Þórður', 'þórður', 'THORDUR', 'thordur'],
    ['Ħamrun', 'ħamrun', 'hamrun'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ', 'ὁδός'],
    ['Müller', 'Mu\u0308ller', 'MULLER', 'muller'],
    ['ﬁnal', 'FINAL', 'final'],
    ['２４', '24'],
  ])('%s is found by each of its spellings', (...spellings) => {
    const [first, ...others] = spellings.map((each) => searchWords(each));
    expect(first).toHaveLength(1);
    for (const each of others) expect(each).toEqual(first);
  });

  test('a beginning in another case begins the word', () => {
    const [word = ''] = searchWords('Großstraßenœuvre');
    for (const beginning of ['GROSS', 'groß', 'GROSSSTRASSENOE', 'Großstraßenœ']) {
      const [asked = '-'] = searchWords(beginning);
      expect(word.startsWith(asked), beginning).toBe(true);
    }
  });

  /** Its capital is a letter of its own; search leaves it out as it leaves out accents. */
  const IOTA_SUBSCRIPT = '\u0345';

  test('every letter is found in every case', () => {
    const apart: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const letter = String.fromCodePoint(point);
      const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
      if (lower === upper || letter.normalize('NFKD').includes(IOTA_SUBSCRIPT)) continue;
      const [word, ...others] = [letter, lower, upper].map((each) => searchWords(each).join());
      if (others.some((other) => other !== word)) apart.push(letter);
    }
    expect(apart).toEqual([]);
  });

  test('words of words are the same words', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = searchWords(text);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    ));

  test('a word that begins another adds nothing to what is asked', () =>
    expect(askedWords(searchWords('Straße STRASS x'))).toEqual(['strasse', 'x']));
});
