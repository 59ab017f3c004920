import type { Loop } from '../../fairness/loop.js';
import { available } from './unavailable.js';

export type Reads = <T>(read: () => T | Promise<T>, tenantId?: string) => Promise<T>;

/** Reads of one file. With `loop` a read begins in another turn of the event loop where this one has lasted long. */
export const reading = (what: string, loop?: Pick<Loop, 'pause'>): Reads => {
  return async (read, tenantId) => {
    const turn = loop?.pause(tenantId);
    if (turn) await turn;
    return available(what, read);
  };
};
