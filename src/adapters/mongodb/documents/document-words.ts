import { LONGEST_WORD, searchWords } from '../../../ports/stores/words.js';

const cut = (word: string): string => word.slice(0, LONGEST_WORD);

/** As they stand in the indexed array. */
export const indexedWords = (text: string): readonly string[] => [...new Set(searchWords(text).map(cut))];
