import { expect, test } from 'vitest';
import { CountSketch } from '../../src/kernel/count-sketch.js';
import { timed } from '../support/processes/thread-time.js';

const MANY = 500_000;

test('counts half a million keys, and one that was not added as about 1', () => {
  const sketch = new CountSketch('seed');
  for (let n = 0; n < 7; n++) sketch.add('known');
  const { ms } = timed(() => {
    for (let n = 0; n < MANY; n++) sketch.add(`email tenant-${n % 100} ${n}@example.com`);
  });
  expect(ms).toBeLessThan(5_000);
  expect(sketch.count('known')).toBeOneOf([7, 8, 9]);
  const others = Array.from({ length: 1_000 }, (_, n) => sketch.count(`email acme ${n}@example.org`));
  expect(others.filter((count) => count > 2).length).toBeLessThan(50);
});

test('takes back what was added', () => {
  const sketch = new CountSketch('seed');
  sketch.add('a');
  sketch.add('a');
  sketch.subtract('a');
  sketch.subtract('b');
  expect([sketch.count('a'), sketch.count('b')]).toEqual([1, 0]);
});

test('another seed puts keys elsewhere', () => {
  const bits = (seed: string) => {
    const sketch = new CountSketch(seed);
    for (let n = 0; n < MANY; n++) sketch.add(`${n}`);
    return Array.from({ length: 50 }, (_, n) => sketch.count(`other ${n}`)).join('');
  };
  expect(bits('one')).not.toBe(bits('two'));
});
