import { describe, expect, test } from 'vitest';
import { ChunkBuffers } from '../../src/lib/chunk-buffers.js';

describe('buffers of chunks', () => {
  test('memory that is given back is taken again, also when a part of it is given', () => {
    const buffers = new ChunkBuffers(8, 2);
    const first = buffers.take();
    expect(first.length).toBe(8);
    expect(buffers.take().buffer).not.toBe(first.buffer);
    buffers.give(first.subarray(0, 3));
    const again = buffers.take();
    expect(again.buffer).toBe(first.buffer);
    expect(again.length).toBe(8);
  });

  test('memory that is given back twice is taken once', () => {
    const buffers = new ChunkBuffers(8, 2);
    const chunk = buffers.take();
    buffers.give(chunk);
    buffers.give(chunk);
    expect(buffers.take().buffer).toBe(chunk.buffer);
    expect(buffers.take().buffer).not.toBe(chunk.buffer);
  });

  test('memory of others is left alone', () => {
    const buffers = new ChunkBuffers(8, 2);
    const foreign = new Uint8Array(8);
    buffers.give(foreign);
    expect(buffers.take().buffer).not.toBe(foreign.buffer);
  });

  test('no more is kept than the bound', () => {
    const buffers = new ChunkBuffers(8, 2);
    const taken = [buffers.take(), buffers.take(), buffers.take()];
    for (const chunk of taken) buffers.give(chunk);
    const known = new Set(taken.map(({ buffer }) => buffer));
    const again = [buffers.take(), buffers.take(), buffers.take()];
    expect(again.filter(({ buffer }) => known.has(buffer))).toHaveLength(2);
  });
});
