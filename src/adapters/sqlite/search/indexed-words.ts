/** A part is a document in its group: `group * PARTS_PER_GROUP + n`, so that a hit names its group without a look-up. */
export const PARTS_PER_GROUP = 2 ** 24;

/** The word after the number of the tenant and a letter, so that no prefix reaches into another tenant's words. */
export const tenantWord = (tenant: number, word: string): string => `${tenant}x${word}`;
