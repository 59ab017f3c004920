import { expect, test } from 'vitest';
import { provide } from '../../src/engine/provide.js';
import { token } from '../../src/kernel/token.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../src/ports/process/clock.js';

interface Pair {
  readonly clock: Clock;
  readonly ids: Ids;
}

const PAIR = token<Pair>('Pair');

test('a factory takes what its tokens name', () => {
  const provider = provide(PAIR, [CLOCK, IDS], (clock, ids) => ({ clock, ids }));
  expect(provider).toMatchObject({ provide: PAIR, inject: [CLOCK, IDS] });
});

test('swapped parameters, another type and a wrong result do not compile', () => {
  // @ts-expect-error: the first token names a Clock
  provide(PAIR, [CLOCK, IDS], (ids: Ids, clock: Clock) => ({ clock, ids }));
  // @ts-expect-error: the second parameter is an Ids
  provide(PAIR, [CLOCK, IDS], (clock, ids) => ({ clock: ids, ids: clock }));
  // @ts-expect-error: a Pair has ids too
  provide(PAIR, [CLOCK], (clock) => ({ clock }));
});
