import { setImmediate as nextTurn } from 'node:timers/promises';
import { withSliceTurns } from './slice-turns.js';

/** Turns that the event loop gave to others during the work, one for each of its slices at least. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  await withSliceTurns(work);
  isOver = true;
  await counting;
  return turns;
}
