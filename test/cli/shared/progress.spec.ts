import { expect, test } from 'vitest';
import { progressBar } from '../../../src/cli/shared/progress.js';

const terminal = (isTTY: boolean) => {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { written, bar: progressBar(stream) };
};

test('a terminal shows a bar, and the end clears it', () => {
  const { written, bar } = terminal(true);
  bar('Events', 50, 100);
  bar('Events', 51, 100);
  expect(written).toEqual([`\r${'Events [###############               ] 50 of 100'}`]);
  bar.end();
  expect(written.slice(1)).toEqual([`\r${' '.repeat(49)}`, '\r']);
});

test('a file or a pipe gets no bar', () => {
  const { written, bar } = terminal(false);
  bar('Events', 50, 100);
  bar.end();
  expect(written).toEqual([]);
});
