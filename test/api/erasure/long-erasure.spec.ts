import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { isErasure } from '../../../src/kernel/erasure.js';
import { client } from '../../fixtures/conversations.js';
import { type ErasureBody, erased, erasedConversation } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';

/** Messages of the client that is erased; the other client has as many. */
const MESSAGES = 1_500;
const AT_ONCE = 50;
/** Events that one step erases. */
const MOST = 100;
/** Far below the time of the whole, so that no step holds the others up. */
const LONGEST_MS = 500;

let tidings: Tidings;
let tenant: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  tenant = await createTenant(tidings, 'long');
  const { messages } = await tenant.conversation('long', { participants: [client('cleo'), client('pia')] });
  for (let n = 0; n < 2 * MESSAGES; n += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, i) => (i % 2 === 0 ? 'cleo' : 'pia'));
    await Promise.all(
      some.map((participant_id, i) =>
        tenant.owner.mustCall('POST', messages, { kind: 'TEXT', text: `word${n + i}`, participant_id }),
      ),
    );
  }
}, 180_000);
afterAll(() => closeAudited(tidings));

/** The longest time between two turns of the event loop that the work leaves to others. */
async function longestPause(work: () => Promise<ErasureBody>): Promise<readonly [ErasureBody, number]> {
  let longest = 0;
  let isOver = false;
  const looking = (async () => {
    for (let last = performance.now(); !isOver; ) {
      await sleep(1);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
  })();
  const done = await work();
  isOver = true;
  await looking;
  return [done, longest];
}

/** The numbers of events that each step of an erasure erased. */
async function stepsOf(key: string): Promise<readonly number[]> {
  const events = await tidings.app.get(EventLog).readAll(0, 100_000);
  const steps = events.filter(isErasure).filter(({ meta }) => meta.stream.endsWith(`_${key}`));
  return steps.map(({ data }) => data.ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0));
}

test('a participant with many messages is erased in steps, and the event loop is not held', async () => {
  const [done, pause] = await longestPause(() => erased(tenant.owner, '/conversations/long/participants/cleo'));
  expect(done.events).toBe(MESSAGES + 1);
  const steps = await stepsOf('long.cleo');
  expect(steps.length).toBeGreaterThanOrEqual(MESSAGES / MOST);
  expect(Math.max(...steps)).toBeLessThanOrEqual(MOST + AT_ONCE);
  expect(pause).toBeLessThan(LONGEST_MS);
  const { body } = await tenant.owner.mustCall('GET', '/conversations/long/messages?limit=1000');
  const kinds = new Set(
    body.messages.map((each: { erased?: true; participant_id: string }) => [each.participant_id, each.erased].join()),
  );
  expect([...kinds].sort()).toEqual(['cleo,true', 'pia,']);
}, 120_000);

test('a conversation with many messages is erased in steps, and the event loop is not held', async () => {
  const [done, pause] = await longestPause(() => erasedConversation(tenant.owner, 'long'));
  expect(done.events).toBeGreaterThan(2 * MESSAGES);
  const steps = await stepsOf('long');
  expect(Math.max(...steps)).toBeLessThanOrEqual(MOST + AT_ONCE);
  expect(pause).toBeLessThan(LONGEST_MS);
}, 120_000);
