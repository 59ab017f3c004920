import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { readsDuring } from '../../support/given/reads-during.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
});
afterAll(() => tidings.close());

test('100 events of the feed are read in the store conversation by conversation, not event by event', async () => {
  const few = await createTenant(tidings, 'few');
  for (let n = 0; n < 100; n++) await few.conversationWithClient(`c${n}`);
  const reads = await readsDuring(tidings, few.tenantId, async () => {
    const { body } = await few.owner.mustCall('GET', '/events?limit=100');
    expect([body.events.length, body.has_more]).toEqual([100, true]);
  });
  expect(reads).toBeLessThan(60);
});
