import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileService } from '../support/compiled-service.js';
import { growAndRebuild } from './memory/large-conversations.js';

/** In the repository, so that the compiled service finds its packages. */
const root = join(import.meta.dirname, `../../.cache/memory-house-${process.pid}`);
const CONVERSATIONS = 100;

beforeAll(() => compileService(root), 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A small one of those that `npm run test:memory` runs. */
test('a service lives within its heap while large conversations are made, after a restart and through a rebuild', async () => {
  const lives = await growAndRebuild({ root, conversations: CONVERSATIONS, dataBytes: 120_000, heapMiB: 160 });
  expect(lives.map(({ life, conversations, lastIsWhole }) => ({ life, conversations, lastIsWhole }))).toEqual(
    ['filled', 'restarted', 'rebuilt'].map((life) => ({ life, conversations: CONVERSATIONS, lastIsWhole: true })),
  );
}, 180_000);
