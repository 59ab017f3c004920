import { expect, test } from 'vitest';
import { labelWord } from '../../src/catalogue/text/hidden-words.js';
import { indexedWords, searchedWords } from '../../src/ports/stores/words.js';

test('the word of a label is one word of the search, the same for its spellings in Unicode', () => {
  for (const label of ['vip', 'priority:high', 'Mu\u0308ller', '0664 1234567', 'x'.repeat(100)]) {
    expect(indexedWords(labelWord(label))).toEqual([labelWord(label)]);
    expect(searchedWords(labelWord(label))).toEqual([[labelWord(label)]]);
    expect(labelWord(label)).toHaveLength(labelWord('vip').length);
  }
  expect(labelWord('Mu\u0308ller')).toBe(labelWord('M\u00fcller'));
});

test('a hundred thousand labels have as many words', () => {
  const words = new Set(Array.from({ length: 100_000 }, (_, n) => labelWord(`label:${n}`)));
  expect(words.size).toBe(100_000);
});
