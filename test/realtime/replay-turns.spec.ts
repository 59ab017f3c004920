import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { addressOf, EVERY } from '../../src/realtime/address.js';
import { Connection } from '../../src/realtime/connection.js';
import { Replay } from '../../src/realtime/replay.js';
import { TENANT } from '../support/given.js';
import { alone, aSocket, fifty } from './replay.fixture.js';

const caller = { tenantId: TENANT, role: 'OWNER', id: 'olga', actor: 'user:olga' } as const;

test.each([EVERY, addressOf('c')])('a replay of %s lets the event loop turn after a few frames', async (address) => {
  const history = await fifty();
  const { socket, sent } = aSocket();
  const connection = new Connection(socket as unknown as Socket, caller, {}, 'en');
  connection.listen(address, 0);
  const counts: number[] = [];
  const run = new Replay(history, connection, address, { after: 0, until: 50, page: 50 }, () => {}).run(alone);
  let isOver = false;
  void run.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(sent.length);
  }
  expect(sent).toHaveLength(50);
  expect(Math.max(...counts.map((count, n) => count - (counts[n - 1] ?? 0)))).toBeLessThanOrEqual(8);
});
