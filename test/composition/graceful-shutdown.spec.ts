import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gracefulShutdown } from '../../src/composition/graceful-shutdown.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings } from '../support/api.js';

const ASKERS = 40;

test('a process that leaves under load answers every request that it accepted', async () => {
  const tidings = await startTidings();
  const leave = gracefulShutdown(tidings.app, { quietMs: 0, maxWaitMs: 0, drainMs: 5_000 });
  const { owner } = await createTenant(tidings, 'acme');
  const odd: string[] = [];
  let isOver = false;
  let answered = 0;
  const asking = async () => {
    while (!isOver) {
      const answer = await owner.call('GET', '/users').catch(() => undefined);
      if (answer?.status === 200) answered++;
      else if (answer) odd.push(answer.text);
    }
  };
  const askers = Array.from({ length: ASKERS }, asking);
  await sleep(300);
  await leave();
  isOver = true;
  await Promise.all(askers);
  expect(odd).toEqual([]);
  expect(answered).toBeGreaterThan(ASKERS);
});
