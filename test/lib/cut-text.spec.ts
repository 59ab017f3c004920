import { expect, test } from 'vitest';
import { cutText } from '../../src/lib/cut-text.js';
import { collectGarbage } from '../support/processes/collect-garbage.js';

const MEGABYTE = 1_048_576;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('keeps the beginning, and no half of a character', () => {
  expect(cutText('word', 4)).toBe('word');
  expect(cutText('words', 4)).toBe('word');
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀c', 4)).toBe('ab😀');
  expect(cutText('Łódź', 2)).toBe('Łó');
});

test('does not keep the rest of the text in memory', () => {
  const before = heapUsed();
  const kept = Array.from({ length: 50 }, (_, n) => cutText(String(n).padEnd(2 * MEGABYTE, 'x'), 10_000));
  expect((heapUsed() - before) / MEGABYTE).toBeLessThan(20);
  expect(kept).toHaveLength(50);
});
