import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTidings, type Tidings } from '../support/api.js';
import { fuzz } from './fuzz/run.js';

const REQUESTS = 5_000;

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
});
afterAll(() => tidings.close());

test('whatever is asked, the answer is one that is documented, and never our fault', async () => {
  const { failures, statuses, done } = await fuzz(tidings, { seed: 4711, goesOn: (requests) => requests < REQUESTS });
  expect(failures.join('\n')).toBe('');
  // Neither all garbage nor all fine.
  for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 405, 412, 415])
    expect([...statuses.keys()]).toContain(status);
  expect(done.size).toBeGreaterThan(25);
}, 60_000);
