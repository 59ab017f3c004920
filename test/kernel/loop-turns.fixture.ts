import { AsyncLocalStorage } from 'node:async_hooks';
import { LoopTurns } from '../../src/kernel/loop-turns.js';

/** A read asks for the time so often, and once more where it waited. */
const QUESTIONS = 3;

/** @param ms that a read takes: a part passes with each question. A rest is a turn of the event loop. */
export function turnsWith(ms: number, after = (_ms: number, work: () => void) => void setImmediate(work)) {
  let now = 0;
  return new LoopTurns({ monotonic: () => (now += ms / QUESTIONS) }, new AsyncLocalStorage(), undefined, after);
}

export async function read(turns: LoopTurns, tenantId?: string): Promise<void> {
  const wait = turns.wait(tenantId);
  if (wait) await wait;
  turns.read(() => {}, tenantId);
}

export const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Readers of so many tenants read without end until it is ended. Resolves once they have read for 20 turns. */
export async function aFlood(
  turns: LoopTurns,
  { readers, tenants }: { readonly readers: number; readonly tenants: number },
  named = (n: number) => `flood ${n}`,
) {
  let isOver = false;
  const flood = { begun: 0, end: async () => {} };
  const reader = async (of: string) => {
    for (; !isOver; flood.begun++) await read(turns, of);
  };
  const all = Array.from({ length: readers }, (_, n) => reader(named(n % tenants)));
  flood.end = async () => {
    isOver = true;
    await Promise.all(all);
  };
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  return flood;
}
