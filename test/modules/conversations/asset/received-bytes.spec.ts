import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instant, plus } from '../../../../src/kernel/instant.js';
import { type Body, received } from '../../../../src/modules/conversations/asset/application/received-bytes.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const now = instant('2030-01-01T00:00:00Z');

/** A body whose bytes the test sends. */
function body() {
  const chunks: Uint8Array[] = [];
  let wake = Promise.withResolvers<void>();
  let failure: Error | undefined;
  async function* bytes() {
    for (;;) {
      if (failure) throw failure;
      const chunk = chunks.shift();
      if (chunk) yield chunk;
      else await wake.promise;
      wake = Promise.withResolvers();
    }
  }
  const made: Body = Object.assign(bytes(), {
    destroy(error?: Error) {
      failure = error;
      wake.resolve();
    },
  });
  return { made, send: (bytes: number) => chunks.push(new Uint8Array(bytes)) && wake.resolve() };
}

function watch(more: { alive?: () => Promise<boolean>; untilMs?: number } = {}) {
  const start = Date.now();
  const clock = { now: () => now, monotonic: () => Date.now() - start };
  return {
    clock,
    until: plus(now, more.untilMs ?? 900_000),
    alive: more.alive ?? (async () => true),
    count: () => undefined,
  };
}

async function taken(source: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    for await (const _ of source);
    return 'ended';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('bytes that arrive', () => {
  test('are broken off where none come for 20 seconds', async () => {
    const outcome = taken(received(body().made, watch()));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toBe('errors.asset.too_slow');
  });
  test('are broken off where they trickle', async () => {
    const { made, send } = body();
    const outcome = taken(received(made, watch()));
    for (let n = 0; n < 30; n++) {
      send(1_000);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await outcome).toBe('errors.asset.too_slow');
  });
  test('go on where they are quick enough, until the URL expires', async () => {
    const { made, send } = body();
    let outcome = '';
    void taken(received(made, watch({ untilMs: 120_000 }))).then((said) => {
      outcome = said;
    });
    for (let n = 0; n < 118; n++) {
      send(20_000);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(outcome).toBe('');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(outcome).toBe('errors.asset.too_slow');
  });
  test('are broken off where the upload is no longer wanted, or nobody can say so', async () => {
    const lost = taken(received(body().made, watch({ alive: async () => false })));
    const failed = taken(received(body().made, watch({ alive: () => Promise.reject(new Error('store')) })));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await lost, await failed]).toEqual(['errors.asset.not_found', 'store']);
  });
  test('leave no timer behind', async () => {
    async function* short() {
      yield new Uint8Array(3);
    }
    expect(await taken(received(Object.assign(short(), { destroy: () => undefined }), watch()))).toBe('ended');
    expect(vi.getTimerCount()).toBe(0);
  });
});
