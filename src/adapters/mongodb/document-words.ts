import { searchWords } from '../../kernel/words.js';

const LONGEST_WORD = 200;
const NO_WORD = /[^\p{L}\p{N}]+/u;

const cut = (word: string): string => word.slice(0, LONGEST_WORD);

/** As they stand in the indexed array. */
export const indexedWords = (text: string): readonly string[] => [...new Set(searchWords(text).map(cut))];

/** Whatever is asked, only letters and digits are looked for; a word that begins another adds nothing. */
export function askedWords(words: readonly string[]): readonly string[] {
  const asked = [...new Set(words.flatMap((word) => word.split(NO_WORD)).map(cut))].filter((word) => word !== '');
  return asked.filter((word) => !asked.some((other) => other !== word && other.startsWith(word)));
}
