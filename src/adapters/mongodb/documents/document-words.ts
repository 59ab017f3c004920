import { LONGEST_WORD, searchWords } from '../../../ports/stores/words.js';

const cut = (word: string): string => word.slice(0, LONGEST_WORD);

/** The words of a text in the form of the indexed array. */
export const indexedWords = (text: string): readonly string[] => [...new Set(searchWords(text).map(cut))];
