import type { LoopTurns } from '../../kernel/loop-turns.js';
import { available } from './unavailable.js';

export type Reads = <T>(read: () => T, tenantId?: string) => Promise<T>;

/** Reads of one file. With `turns` a read begins in another turn of the event loop where this one has lasted long. */
export const reading = (what: string, turns?: Pick<LoopTurns, 'wait' | 'read'>): Reads => {
  return async (read, tenantId) => {
    const wait = turns?.wait(tenantId);
    if (wait) await wait;
    return available(what, () => (turns ? turns.read(read, tenantId) : read()));
  };
};
