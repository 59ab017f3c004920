import { expect, test } from 'vitest';
import { runRetention } from './retention/run.js';

test('a run removes every due conversation, however many pages of them there are', async () => {
  expect((await runRetention(250)).left).toBe(0);
}, 120_000);
