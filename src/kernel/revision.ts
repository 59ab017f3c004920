/** Condition of a write: the resource has one of these revisions, it exists (`any`), or it does not exist (`none`). */
export type IfMatch = 'any' | 'none' | readonly number[];

/** `revision` is undefined where the resource does not exist. */
export function meets(ifMatch: IfMatch | undefined, revision: number | undefined): boolean {
  if (ifMatch === undefined) return true;
  if (ifMatch === 'none' || revision === undefined) return ifMatch === 'none' && revision === undefined;
  return ifMatch === 'any' || ifMatch.includes(revision);
}
