import { describe, expect, test } from 'vitest';
import { waitOf } from '../../../src/http/request/prefer.js';
import { timed } from '../../support/processes/thread-time.js';

describe('Prefer: wait', () => {
  test.each([
    ['wait', 10_000, 'wait'],
    ['wait=', 10_000, 'wait'],
    ['wait=5', 5_000, 'wait=5'],
    ['WAIT = 5', 5_000, 'wait=5'],
    ['wait="5"', 5_000, 'wait=5'],
    ['wait=0', 0, 'wait=0'],
    ['wait=10', 10_000, 'wait=10'],
    ['wait=11', 10_000, 'wait=10'],
    [`wait=${'9'.repeat(400)}`, 10_000, 'wait=10'],
    ['wait=3; reason="be, quick"', 3_000, 'wait=3'],
    ['respond-async, wait=3', 3_000, 'wait=3'],
    ['note="a \\", wait=9", wait=3', 3_000, 'wait=3'],
    ['wait=3, wait=4', 3_000, 'wait=3'],
    [',, ,wait=3', 3_000, 'wait=3'],
  ])('%s', (header, ms, applied) => expect(waitOf(header)).toEqual({ ms, applied }));

  test.each([
    undefined,
    '',
    'respond-async',
    'waiting',
    'wait=-1',
    'wait=1.5',
    'wait=soon',
    'wait=soon, wait=3',
    'note="wait=5"',
    'note="a, wait=5"',
    'note="unfinished, wait=5',
    'return=representation; wait=5',
  ])('is not asked by %s', (header) => expect(waitOf(header)).toBeUndefined());

  test('a long header takes no long time', () => {
    const hostile = ['"\\'.repeat(8_000), ' '.repeat(16_000), 'wait='.repeat(3_000), ',;='.repeat(5_000)];
    const readAll = () => {
      for (const header of hostile) waitOf(header);
    };
    expect(timed(readAll).ms).toBeLessThan(200);
  });
});
