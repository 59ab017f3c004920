import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexedWords, searchedWords } from '../../../src/ports/stores/words.js';
import { shortestMs } from '../../support/shortest-ms.js';

const finds = (search: string, text: string): boolean => {
  const words = indexedWords(text);
  const searched = searchedWords(search);
  const has = (beginning: string) => words.some((word) => word.startsWith(beginning));
  return searched.length > 0 && searched.every((spellings) => spellings.some(has));
};

describe('a word is found by each of its spellings', () => {
  test.each([
    ['Straße', 'STRASSE', 'strasse', 'STRAẞE', 'ﬆraße'],
    ['Ødegård', 'ødegård', 'O\u0338degård'.normalize()],
    ['Oedegaard', 'ødegård'],
    ['ODEGARD', 'odegard'],
    ['Łódź', 'łódź', 'ŁÓDŹ', 'lodz'],
    ['ILGIN', 'ılgın', 'İlgin', 'ilgin'],
    ['Ærø', 'ærø'],
    ['AERO', 'aero', 'ærø'],
    ['Œuvre', 'œuvre', 'OEUVRE', 'oeuvre'],
    ['Đorđe', 'đorđe', 'DORDE', 'dorde'],
    ['Þórður', 'þórður', 'THORDUR', 'thordur'],
    ['Ħamrun', 'ħamrun', 'hamrun'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ', 'ὁδός'],
    ['Müller', 'Mu\u0308ller', 'MÜLLER'],
    ['ﬁnal', 'FINAL', 'final'],
    ['２４', '24'],
    ["O'Brien", 'O’Brien', 'OBrien', 'oʼbrien', 'O`BRIEN', 'O´Brien', 'o＇brien'],
    ['Hawaiʻi', "Hawai'i", 'hawaii'],
    ['wirk\u00adsam', 'wirksam', 'wirk\u200dsam', 'wirk\u2060sam', '\u202awirksam\u202c'],
    ['محـــمد', 'محمد', 'مُحَمَّد'],
    ['می\u200cخواهم', 'میخواهم'],
    ['क\u094d\u200dष', 'क्ष'],
    ['फ़ोन', 'फोन', 'फ\u093cोन'],
    ['ｶﾞﾗｽ', 'ガラス'],
    ['한국', '한국'],
  ])('%s', (...spellings) => {
    for (const text of spellings) for (const search of spellings) expect(finds(search, text), search).toBe(true);
  });

  test.each([
    ['Mueller', 'Müller', true],
    ['Müller', 'Mueller', true],
    ['Muller', 'Müller', true],
    ['Müller', 'Muller', true],
    ['Muller', 'Mueller', false],
    ['Mueller', 'Muller', false],
    ['Muellerbrücke', 'Müllerbruecke', true],
    ['Lüneburg', 'Lu\u0308neburg', true],
    ['Luen', 'LÜNEBURG', true],
    ['ǖber', 'ueber', true],
    ['Raphael', 'Raphäl', true],
    ['blut', 'blue', false],
    ['Zoe', 'Zoë', true],
    ['Brien', "O'Brien", false],
  ])('%s, typed for %s: %j', (search, text, isFound) => expect(finds(search, text)).toBe(isFound));
});

describe('a mark that is a vowel counts', () => {
  test.each([
    ['कि', 'का'],
    ['தமழ', 'தமிழ்'],
    ['বল', 'বেলা'],
    ['ไป', 'โป'],
    ['ป่า', 'ปา'],
    ['が', 'か'],
  ])('%s does not find %s', (search, text) => {
    expect(finds(search, text)).toBe(false);
    expect([finds(search, search), finds(text, text)]).toEqual([true, true]);
  });
});

describe('a script without spaces', () => {
  test.each([
    '我在北京大学工作',
    'ประเทศไทยมีประชากร',
    '대한민국서울특별시청',
    'ສະບາຍດີ',
    'ភាសាខ្មែរ',
    'မြန်မာစာ',
    '𠮷野家𠮷野家',
  ])('%s is found by each of its parts', (text) => {
    const letters = [...text];
    for (let from = 0; from < letters.length; from++) {
      for (let to = from + 1; to <= letters.length; to++) {
        const part = letters.slice(from, to).join('');
        if (/\p{L}/u.test(part)) expect(finds(part, `x ${text}, y`), part).toBe(true);
      }
    }
  });

  test('is not found by parts in another order', () => {
    expect(finds('北京大学', '北京的大学, 京大')).toBe(false);
    expect(finds('大学北京', '北京大学')).toBe(false);
  });

  test('beside another script is a word of its own', () => {
    expect(finds('手机', 'iPhone手机壳')).toBe(true);
    expect(finds('iphone', '新款iPhone手机壳')).toBe(true);
    expect(finds('phone', '新款iPhone手机壳')).toBe(false);
  });

  test('takes as many words as characters', () => {
    const text = Array.from({ length: 5_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    const words = indexedWords(text);
    expect(words).toHaveLength(5_000);
    expect(Math.max(...words.map((word) => [...word].length))).toBe(4);
    expect(searchedWords(text.slice(0, 200)).length).toBeLessThanOrEqual(100);
  });
});

describe('a telephone number', () => {
  test.each([
    '+436641234567',
    '+43 664 1234567',
    '+43 (0)664 / 123-45-67',
    '0043 664 1234567',
    '0664 1234567',
    '(0664) 123 45 67',
    '664.123.4567',
    '1234567',
    '34567',
    '+43\u00a0664\u00a01234567',
    '\u202a+43 664 1234567\u202c',
  ])('is found by %s', (search) => {
    expect(finds(search, 'Cleo +436641234567 cleo@example.com')).toBe(true);
    expect(finds(search, 'on +43 (0) 664 / 1234567, after nine')).toBe(true);
    expect(finds(`cleo ${search}`, 'Cleo +436641234567')).toBe(true);
  });

  test.each(['4567', '664 7654321', '+44 664 1234567', 'x1234567', '1234567x'])('is not found by %s', (search) =>
    expect(finds(search, '+436641234567')).toBe(false),
  );

  test('in a long text takes a bounded time', async () => {
    const search = () => {
      indexedWords('+1 '.repeat(40_000) + '1 '.repeat(20_000));
      searchedWords('1 '.repeat(100));
    };
    expect(await shortestMs(search)).toBeLessThan(1_000);
  });
});

/** Its capital is a letter of its own; search leaves it out as it leaves out accents. */
const IOTA_SUBSCRIPT = '\u0345';

test('every letter is found in every case', () => {
  const apart: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const letter = String.fromCodePoint(point);
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
    if (lower === upper || letter.normalize('NFKD').includes(IOTA_SUBSCRIPT)) continue;
    const [word, ...others] = [letter, lower, upper].map((each) => indexedWords(each).join());
    if (others.some((other) => other !== word)) apart.push(letter);
  }
  expect(apart).toEqual([]);
});

test('a text is found by itself and by the beginning of each word', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1 }), (parts) => {
      const text = parts.join(' ');
      if (searchedWords(text).length > 0) expect(finds(text, text)).toBe(true);
      for (const part of parts) if (searchedWords(part).length > 0) expect(finds(part, text)).toBe(true);
    }),
  ));

test.each(['', ' ', '*', '★ → ❤️', '%', '( ) - +', "'", '’', '\u200d', '\u00ad', '™', '\u093f', '\u0301', '_'])(
  'there is no word in %j',
  (text) => expect([searchedWords(text), indexedWords(text)]).toEqual([[], []]),
);

test('a word that begins another adds nothing to a search', () => {
  expect(searchedWords('Straße STRASS x x')).toEqual([['strasse'], ['x']]);
  expect(searchedWords('müller muller mueller')).toEqual([['muller'], ['mueller']]);
  expect(searchedWords('mü')).toEqual([['mu']]);
});

test.each([
  ['words', Array.from({ length: 30_000 }, (_, n) => `w${n}`).join(' '), 'w24999', 'w25001'],
  [
    'characters of a run',
    Array.from({ length: 30_000 }, (_, n) => String.fromCodePoint(0x20000 + n)).join(''),
    '𠀀',
    '𧋰',
  ],
])('beyond 25,000 %s a text is not searched', (_, text, within, beyond) => {
  expect(indexedWords(text)).toHaveLength(25_000);
  expect([finds(within, text), finds(beyond, text)]).toEqual([true, false]);
});

test('a word of any length is found', () => {
  const long = 'a'.repeat(1_000);
  expect(finds(long, long)).toBe(true);
  expect(Math.max(...indexedWords(long).map(({ length }) => length))).toBe(200);
});
