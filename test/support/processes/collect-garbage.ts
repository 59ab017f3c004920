import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage of this process before it returns. */
export const collectGarbage: () => void = runInNewContext('gc');
