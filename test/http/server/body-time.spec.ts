import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { boundBodyTime } from '../../../src/http/server/body-time.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request with a body that is under way, and what its connection is sent. */
function arriving(headers: object, sent = false) {
  const written: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    destroyed: false,
    write: (text: string) => written.push(text),
    destroySoon: () => written.push('ended'),
    destroy: () => written.push('destroyed'),
  });
  const raw = Object.assign(new EventEmitter(), { socket });
  const context = { readsItself: () => undefined };
  const request = { headers, raw, context } as unknown as FastifyRequest;
  boundBodyTime(request, { sent, hijack: () => undefined } as unknown as FastifyReply, systemIds);
  return { raw, context, written };
}

describe('a body that is still not there after 30 seconds', () => {
  test('is answered 408, and its connection ends', () => {
    const { written } = arriving({ 'content-length': '10' });
    vi.advanceTimersByTime(29_999);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written[0]).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*errors\.request\.timeout/s);
    expect(written[1]).toBe('ended');
  });
  test('ends the connection alone, where the request is answered already', () => {
    const { written } = arriving({ 'transfer-encoding': 'chunked' }, true);
    vi.advanceTimersByTime(30_000);
    expect(written).toEqual(['destroyed']);
  });
});

test.each([
  ['there is none', {}, () => undefined],
  ['it has arrived', { 'content-length': '10' }, ({ raw }: ReturnType<typeof arriving>) => raw.emit('end')],
  ['the client left', { 'content-length': '10' }, ({ raw }: ReturnType<typeof arriving>) => raw.emit('close')],
  [
    'its handler reads it',
    { 'content-length': '10' },
    ({ context }: ReturnType<typeof arriving>) => context.readsItself(),
  ],
])('nothing is waited for any longer where %s', (_, headers, happens) => {
  const request = arriving(headers);
  vi.advanceTimersByTime(0);
  happens(request);
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that arrives in the turn of its request never gets a timer', () => {
  const { raw } = arriving({ 'content-length': '10' });
  raw.emit('end');
  vi.advanceTimersByTime(0);
  expect(vi.getTimerCount()).toBe(0);
});
