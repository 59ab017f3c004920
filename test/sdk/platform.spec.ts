import { afterEach, expect, test, vi } from 'vitest';
import { platform } from '../../sdk/src/live/platform.js';

afterEach(() => vi.unstubAllGlobals());

test('a page wakes up when it is seen, when it is online, and when it comes back from the cache of the browser', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const self = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('self', self);
  let wakes = 0;
  const end = platform.onWake(() => wakes++);
  page.dispatchEvent(new Event('visibilitychange'));
  self.dispatchEvent(new Event('online'));
  self.dispatchEvent(new Event('pageshow'));
  expect(wakes).toBe(3);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(wakes).toBe(3);
  page.visibilityState = 'visible';
  end();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(wakes).toBe(3);
});

test('a platform without pages wakes up by its timers alone', () => {
  expect(() => platform.onWake(() => {})()).not.toThrow();
});
