import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOOP_TURNS, type LoopTurns } from '../../src/kernel/loop-turns.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
});
afterAll(() => tidings.close());

test('100 events of the feed are read in the store conversation by conversation, not event by event', async () => {
  const few = await createTenant(tidings, 'few');
  for (let n = 0; n < 100; n++) await few.conversationWithClient(`c${n}`);
  const turns = tidings.app.get<LoopTurns>(LOOP_TURNS);
  const wait = turns.wait.bind(turns);
  let reads = 0;
  turns.wait = (tenantId) => {
    if (tenantId === few.tenantId) reads++;
    return wait(tenantId);
  };
  const { body } = await few.owner.mustCall('GET', '/events?limit=100');
  expect([body.events.length, body.has_more]).toEqual([100, true]);
  expect(reads).toBeLessThan(60);
});
