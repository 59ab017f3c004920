/** A part is a document in its group: `group * PARTS_PER_GROUP + n`, so that a hit names its group without a look-up. */
export const PARTS_PER_GROUP = 2 ** 24;

/** The tenant stands before each word, closed by a letter, so that no prefix reaches into another tenant's words. */
export const tenantWord = (tenant: number, word: string): string => `${tenant}x${word}`;
