import { Loop } from '../../src/fairness/loop.js';

const LONG_MS = 5;

/** A loop whose time passes so quickly that each read has a turn of the event loop of its own. */
export function shortTurns(): Loop {
  let now = 0;
  return new Loop({
    monotonic: () => {
      now += LONG_MS;
      return now;
    },
  });
}
