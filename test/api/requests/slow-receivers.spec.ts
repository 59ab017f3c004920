import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BoundedAnswers } from '../../../src/http/answer/bounded-answers.js';
import type { ByteSemaphore } from '../../../src/kernel/byte-semaphore.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

const MAX = 8_388_608;
const LIST = '/conversations?limit=100&includes=CONVERSATION_DATA';
/** Less than what is kept as a blob. */
const DATA_BYTES = 120_000;
/** The list of the quiet tenant takes more than a list may have without a reservation. */
const QUIET_BYTES = 20_000;
const TENANTS = 4;

let tidings: Tidings;
let quiet: Tenant;
const slow: Tenant[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  tidings = await startTidings({ ANSWER_MAX_BYTES: String(MAX) });
  quiet = await createTenant(tidings, 'quiet');
  for (let n = 0; n < 30; n++)
    await quiet.conversation(`c${n}`, { conversation_data: { text: `${n}`.repeat(QUIET_BYTES / `${n}`.length) } });
  for (let t = 0; t < TENANTS; t++) {
    const tenant = await createTenant(tidings, `slow-${t}`);
    for (let n = 0; n < 32; n++)
      await tenant.conversation(`c${n}`, { conversation_data: { text: `${n}`.repeat(DATA_BYTES / `${n}`.length) } });
    slow.push(tenant);
  }
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return tidings.close();
});

/** The operating system takes the first answer for the receiver, so it asks for more of them behind that. */
const ANSWERS = 4;

/** Asks for lists and takes nothing. */
function ask({ owner }: Tenant): Socket {
  const { hostname, port } = new URL(tidings.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined).pause();
  const request = `GET /api/v1${LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`;
  socket.write(request.repeat(ANSWERS));
  sockets.push(socket);
  return socket;
}

test('a receiver that takes an answer slowly is cut off where another tenant waits for memory', async () => {
  const { memory } = tidings.app.get(BoundedAnswers) as unknown as { memory: ByteSemaphore };
  for (const tenant of slow) ask(tenant);
  await until(
    async () => {
      await sleep(500);
      return memory.inUse;
    },
    (bytes) => bytes > 1.3 * MAX,
  );
  const began = performance.now();
  const { status, body } = await quiet.owner.call('GET', LIST);
  expect([status, body.conversations.length]).toEqual([200, 30]);
  expect(performance.now() - began, 'a receiver that takes nothing is cut off after 30 s').toBeLessThan(15_000);
});
