/** Condition of an `If-Match`: one of these revisions, or any. */
export type IfMatch = 'any' | readonly number[];

/** `revision` is undefined where there is nothing yet, which no condition meets. */
export const meets = (ifMatch: IfMatch | undefined, revision: number | undefined): boolean =>
  ifMatch === undefined || (revision !== undefined && (ifMatch === 'any' || ifMatch.includes(revision)));
