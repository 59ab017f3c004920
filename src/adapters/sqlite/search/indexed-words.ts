import { LONGEST_WORD } from '../../../ports/stores/words.js';

/** A part is a document in its group: `group * PARTS_PER_GROUP + n`, so that a hit names its group without a look-up. */
export const PARTS_PER_GROUP = 2 ** 24;

/** The tenant and a letter precede each word, so that no prefix reaches the words of another tenant. */
export const tenantWord = (tenant: number, word: string): string => `${tenant}x${word.slice(0, LONGEST_WORD)}`;
