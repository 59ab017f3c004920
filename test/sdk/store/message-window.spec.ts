import { describe, expect, test } from 'vitest';
import type { Message } from '../../../sdk/src/api.js';
import { MessageWindow, WINDOW } from '../../../sdk/src/store/message-window.js';

const message = (sequence: number | null, more: object = {}) =>
  ({ id: `m${sequence}`, sequence, kind: 'TEXT', updated_at: '2026-01-01', ...more }) as unknown as Message;
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
const shown = ({ messages }: MessageWindow) => messages.map(({ sequence }) => sequence);
const ends = (window: MessageWindow) => [window.first, window.last, window.messages.length];

function windowOf(from: number, to: number): MessageWindow {
  const window = new MessageWindow();
  window.restart(run(from, to).reverse());
  return window;
}

describe('the window of messages', () => {
  test('is sorted, and knows what lies before it', () => {
    expect(shown(windowOf(3, 5))).toEqual([3, 4, 5]);
    expect([windowOf(3, 5).hasOlder, windowOf(1, 5).hasOlder, new MessageWindow().hasOlder]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('takes a message once, in whatever order and how often it comes', () => {
    const window = new MessageWindow();
    for (const sequence of [1, 2, 2, 1, 3, 3]) window.push(message(sequence), true);
    window.push(message(null), true);
    expect(shown(window)).toEqual([1, 2, 3]);
  });

  test('shows the newer state of a message, never an older one', () => {
    const window = windowOf(1, 3);
    window.push(message(2, { updated_at: '2026-01-03', text: 'new' }), true);
    window.push(message(2, { updated_at: '2026-01-02', text: 'old' }), true);
    expect(window.messages[1]).toMatchObject({ text: 'new' });
  });

  test('shows no gap: what lies beyond one is read later', () => {
    const window = windowOf(1, 3);
    window.push(message(5), true);
    expect([shown(window), window.hasNewer, window.end]).toEqual([[1, 2, 3], true, 5]);
    window.add(run(4, 5), 'newer');
    expect([shown(window), window.hasNewer]).toEqual([[1, 2, 3, 4, 5], false]);
    window.add(run(8, 9), 'newer');
    expect([window.last, window.hasNewer]).toEqual([5, true]);
  });

  test('stays within its bounds in both directions', () => {
    const window = windowOf(951, 1_000);
    for (let from = 901; from > 0; from -= 50) window.add(run(from, from + 49), 'older');
    expect(ends(window)).toEqual([1, WINDOW, WINDOW]);
    expect(window.hasNewer).toBe(true);
    for (let from = WINDOW + 1; from < 1_000; from += 50) window.add(run(from, from + 49), 'newer');
    expect(ends(window)).toEqual([1_001 - WINDOW, 1_000, WINDOW]);
  });

  test('holds at most twice its size while the reader reads further up, and goes on from there', () => {
    const window = windowOf(1, WINDOW);
    for (const each of run(WINDOW + 1, 5_000)) window.push(each, false);
    expect(ends(window)).toEqual([1, 2 * WINDOW, 2 * WINDOW]);
    expect(window.end).toBe(5_000);
    window.restart(run(4_951, 5_000));
    for (const each of run(5_001, 9_000)) window.push(each, true);
    expect(ends(window)).toEqual([9_001 - WINDOW, 9_000, WINDOW]);
  });

  test('a page that was asked for before the window moved is left out', () => {
    const window = windowOf(951, 1_000);
    window.add(run(1, 50), 'older');
    expect(ends(window)).toEqual([951, 1_000, 50]);
  });
});
