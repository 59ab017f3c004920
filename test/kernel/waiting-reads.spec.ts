import { expect, test } from 'vitest';
import { WaitingReads } from '../../src/kernel/waiting-reads.js';

test('reads of a tenant are taken in order, and the tenant goes behind the others', async () => {
  const waiting = new WaitingReads();
  const begun: string[] = [];
  for (const read of ['a1', 'a2', 'b1']) void waiting.add(read.charAt(0)).then(() => begun.push(read));
  expect([waiting.size, waiting.of('a'), waiting.of('c')]).toEqual([2, 2, 0]);
  waiting.take('a')?.();
  expect([...waiting.tenantIds()]).toEqual(['b', 'a']);
  waiting.take('a')?.();
  waiting.take('b')?.();
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  expect([waiting.size, waiting.has('a'), waiting.take('a')]).toEqual([0, false, undefined]);
});
