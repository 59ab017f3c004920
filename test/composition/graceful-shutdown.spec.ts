import { connect } from 'node:net';
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
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(ASKERS);
  await leave();
  isOver = true;
  await Promise.all(askers);
  expect(odd).toEqual([]);
});

/** `undefined` once it is open. */
const errorOfConnection = (port: number) =>
  new Promise<string | undefined>((told) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy());
    socket.once('error', ({ code }: NodeJS.ErrnoException) => told(code)).once('close', () => told(undefined));
  });

test('a process that waits for its last requests takes no connection, and ends', async () => {
  const tidings = await startTidings();
  const port = Number(new URL(tidings.url).port);
  const leave = gracefulShutdown(tidings.app, { quietMs: 0, maxWaitMs: 0, drainMs: 1_000 });
  const slow = connect(port, '127.0.0.1');
  slow.on('error', () => undefined);
  slow.write('POST /api/v1/signup HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await sleep(100);
  const left = leave();
  await sleep(200);
  const errors = await Promise.all(Array.from({ length: 64 }, () => errorOfConnection(port)));
  expect(new Set(errors)).toEqual(new Set(['ECONNREFUSED']));
  await left;
});
