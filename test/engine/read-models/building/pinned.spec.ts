import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pinned } from '../../../../src/engine/read-models/building/pinned.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('work keeps the value of its begin, and other work gets the new one', async () => {
  const value = new Pinned('old');
  const seen = value.keep(async () => {
    const before = value.now;
    await Promise.resolve();
    value.latest = 'new';
    return [before, value.now, value.latest];
  });
  expect(await seen).toEqual(['old', 'old', 'new']);
  expect([value.now, value.keep(() => value.now)]).toEqual(['new', 'new']);
});

test('work that lasts longer than 20 seconds after a change gets the new value', () => {
  const value = new Pinned('old');
  value.keep(() => {
    value.latest = 'new';
    vi.advanceTimersByTime(19_999);
    expect(value.now).toBe('old');
    vi.advanceTimersByTime(1);
    expect(value.now).toBe('new');
    value.latest = 'newer';
    expect(value.now).toBe('newer');
  });
});

test('work that waited keeps the present value from then on', () => {
  const value = new Pinned('old');
  value.keep(() => {
    value.latest = 'new';
    value.renew();
    value.latest = 'newer';
    expect(value.now).toBe('new');
  });
  value.renew();
  expect(value.now).toBe('newer');
});
