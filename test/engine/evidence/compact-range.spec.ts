import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CompactRange } from '../../../src/engine/evidence/compact-range.js';
import { rootOf } from './merkle-verifier.js';

test('a compact range has the root of the RFC at every size', () => {
  const leaves = Array.from({ length: 300 }, (_, n) => createHash('sha256').update(String(n)).digest());
  const range = new CompactRange();
  expect(range.root()).toEqual(rootOf([]));
  for (const [n, leaf] of leaves.entries()) {
    range.add(leaf);
    expect(range.root(), `size ${n + 1}`).toEqual(rootOf(leaves.slice(0, n + 1)));
  }
});
