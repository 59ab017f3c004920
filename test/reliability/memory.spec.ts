import { expect, test } from 'vitest';
import { compiledService } from '../support/processes/compiled-service.js';
import { askForEverything } from './memory/large-answers.js';
import { growAndRebuild } from './memory/large-conversations.js';
import { sendAndRead } from './memory/large-value.js';
import { uploadAtOnce } from './memory/uploads.js';

const root = compiledService();
const CONVERSATIONS = 100;

/** A small one of those that `npm run test:memory` runs. */
test('a service lives within its heap while large conversations are made, after a restart and through a rebuild', async () => {
  const lives = await growAndRebuild({ root, conversations: CONVERSATIONS, dataBytes: 120_000, heapMiB: 208 });
  expect(lives.map(({ life, conversations, lastIsWhole }) => ({ life, conversations, lastIsWhole }))).toEqual(
    ['filled', 'restarted', 'rebuilt'].map((life) => ({ life, conversations: CONVERSATIONS, lastIsWhole: true })),
  );
}, 180_000);

test('it lives while many ask at once for lists of large conversations with everything that can be included', async () => {
  const asked = { root, conversations: 12, dataBytes: 2_000_000, heapMiB: 192, atOnce: 12, answerBytes: 8_388_608 };
  const reports = await askForEverything(asked);
  expect(Math.max(...reports.map(({ largestBytes }) => largestBytes))).toBeLessThanOrEqual(asked.answerBytes);
  expect(reports.map(({ call, statuses }) => [call.split(' ')[0], Object.keys(statuses)])).toEqual(
    [1, 2, 3].flatMap(() => [
      ['list', ['200']],
      ['by_ids', ['413']],
    ]),
  );
}, 180_000);

test('it holds little of many large uploads at once', async () => {
  const { beforeMiB, peakMiB, statuses, assets } = await uploadAtOnce({ root, uploads: 12, mebibytes: 30 });
  expect([statuses, assets]).toEqual([{ 204: 12 }, { UPLOAD_COMPLETED: 12 }]);
  expect(peakMiB - beforeMiB).toBeLessThan(150);
}, 180_000);

test('a value of many megabytes passes through it in chunks', async () => {
  const { isWhole, isListed, growthMiB } = await sendAndRead({ root, bytes: 12_000_000, heapMiB: 128 });
  expect([isWhole, isListed]).toEqual([true, true]);
  expect(growthMiB).toBeLessThan(100);
}, 180_000);
