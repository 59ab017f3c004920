import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings } from './api.js';
import { closeAudited } from './audit.js';

test('a service whose last requests are under way is closed soon', async () => {
  const tidings = await startTidings({ LOG_LEVEL: 'silent' });
  const acme = await createTenant(tidings, 'acme');
  const last = Promise.allSettled(Array.from({ length: 4 }, () => acme.signIn()));
  await sleep(20);
  const began = performance.now();
  await closeAudited(tidings);
  expect(performance.now() - began).toBeLessThan(10_000);
  await last;
}, 100_000);
