import { expect, test } from 'vitest';
import { compare, comparisonTable } from '../../bench/comparison.js';
import type { Sample } from '../../bench/load.js';
import { interleaved } from '../../bench/rounds.js';
import { ms } from '../../bench/table.js';

const sample = (cpuMs: number): Sample => ({ cpuMs, perSecond: 0, p50Ms: 0, p99Ms: 0, ownCpu: 0 });
const rounds = { rounds: 3, ms: 2, warmUpMs: 1 };
const cpu = { value: ({ cpuMs }: Sample) => cpuMs, format: ms };

/** Answers one value a round, after any value for the warm-up. */
const measured = (...values: readonly number[]) => {
  const left = [99, ...values];
  return async () => sample(left.shift() ?? Number.NaN);
};

test('every second round goes in the reverse order', async () => {
  const order: string[] = [];
  const candidate = (name: string) => async () => order.push(name);
  const candidates = { before: candidate('b'), after: candidate('a') };
  await interleaved(candidates, { ...rounds, alternate: true });
  expect(order.join('')).toBe('ba' + 'ba' + 'ab' + 'ba');
});

test('the ratio is that of the medians, and the range that of single rounds', async () => {
  const measures = { before: measured(1, 2, 4), after: measured(2, 2, 2) };
  expect(await compare('G0', 'a request', cpu, measures, rounds)).toEqual({
    benchmark: 'G0',
    what: 'a request',
    before: '2.000 ms',
    after: '2.000 ms',
    ratio: '1.00×',
    range: '0.50× to 2.00×',
  });
});

test('the table has one line for each figure', async () => {
  const measures = { before: measured(1, 1, 1), after: measured(2, 2, 2) };
  const row = await compare('G0', 'a request', cpu, measures, rounds);
  const [, rule, first, ...rest] = comparisonTable([row]).split('\n');
  expect(rule).toMatch(/^\|[-|]+\|$/);
  expect(first?.split('|').map((cell) => cell.trim())).toEqual([
    '',
    'G0',
    'a request',
    '1.000 ms',
    '2.000 ms',
    '2.00×',
    '2.00× to 2.00×',
    '',
  ]);
  expect(rest).toEqual([]);
});
