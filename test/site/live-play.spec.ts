import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frames } from '../../sdk/src/socket.js';
import * as sdk from '../../sdk/src/tidings.js';
import { playStory } from '../../site/src/islands/play.run.js';
import { createTenant, newAttempt, type Tenant } from '../../site/src/islands/play.tenant.js';
import { startTidings } from '../support/api.js';

/** Long enough for the workflow's message, which follows the fourth step by itself. */
const LATE_MS = 300;

let service: Awaited<ReturnType<typeof startTidings>>;

beforeAll(async () => {
  service = await startTidings();
});
afterAll(() => service.close());

/** The tenant as a reader on a slow network has it: each read arrives late. */
function slow(tenant: Tenant): Tenant {
  const { team } = tenant;
  const call = async (...input: Parameters<typeof team.call>) => {
    if (input[0].startsWith('GET ')) await sleep(LATE_MS);
    return team.call(...input);
  };
  return { ...tenant, team: Object.assign(Object.create(team), { call }) };
}

test('each step shows the unread messages of that step, however late the page reads', { timeout: 20_000 }, async () => {
  const tenant = await createTenant(sdk, { url: service.url }, newAttempt());
  const unread: number[] = [];
  for await (const step of playStory({ sdk, frames, io }, slow(tenant), 'case-1')) unread.push(step.unread);
  expect(unread).toEqual([1, 0, 0, 0, 1]);
});
