import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turns that the event loop gave to others during the work. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  await work();
  isOver = true;
  await counting;
  return turns;
}
