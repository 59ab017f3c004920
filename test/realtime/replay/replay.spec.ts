import type { Socket } from 'socket.io';
import { beforeEach, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { vocabulary } from '../../../src/composition/registry.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { FairRunner, type Turn } from '../../../src/fairness/queue/fair-runner.js';
import { streamName } from '../../../src/kernel/stream.js';
import { Replay } from '../../../src/realtime/replay/replay.js';
import { addressOf, EVERY } from '../../../src/realtime/subscriptions/address.js';
import { Connection } from '../../../src/realtime/subscriptions/connection.js';
import { aLog } from '../../public-events/published/log.fixture.js';
import { TENANT } from '../../support/given/given.js';
import { publicEventHistory } from '../../support/given/public-event-history.js';
import { aSocket } from '../socket.fixture.js';

let { socket, sent } = aSocket();
let connection: Connection;
const caller = { tenantId: TENANT, role: 'OWNER', id: 'olga', actor: 'user:olga' } as const;
beforeEach(() => {
  ({ socket, sent } = aSocket());
  connection = new Connection(socket as unknown as Socket, caller, {}, 'en');
});

const alone: Turn = { yield: async (ready) => void (await ready) };

const never = () => {
  throw new Error('An event was skipped.');
};

/** More bytes than a connection may have unsent. */
const UNSENT = [{ data: 'x'.repeat(1_000_000) }];

async function fifty() {
  const { log, append } = aLog();
  await append(streamName('conversation', TENANT, 'c'), {
    type: 'ConversationOpened',
    data: { conversationTypeId: 't' },
  });
  for (let i = 0; i < 49; i++) {
    await append(streamName('conversation', TENANT, 'c'), { type: 'ConversationLabelled', data: { labels: [`${i}`] } });
  }
  return publicEventHistory(log, 20);
}

describe('a replay', () => {
  test.each([EVERY, addressOf('c')])('of %s breaks off where it is too much, and says where', async (address) => {
    const history = await fifty();
    connection.listen(address, 0);
    const span = { after: 0, until: 50, page: 10 };
    const replay = (most: { missed: number; read: number }) =>
      new Replay(history, connection, address, span, never, most).run(alone);
    expect(await replay({ missed: 30, read: 90 })).toEqual({ missingAfter: 30 });
    expect(sent).toHaveLength(30);
    expect(await replay({ missed: 90, read: 20 })).toEqual({ missingAfter: 20 });
    expect(await replay({ missed: 50, read: 50 })).toEqual({});
  });

  test('that the store fails says where it broke off', async () => {
    const store = new SqliteEventStore(':memory:');
    await store.close();
    const history = await publicEventHistory(new EventLog(store, codecFor(vocabulary)));
    connection.listen(EVERY, 0);
    expect(await new Replay(history, connection, EVERY, { after: 7, until: 50 }, never).run(alone)).toEqual({
      missingAfter: 7,
      error: expect.any(Error),
    });
  });

  test('of a stuck receiver gives its turn to others, and goes on where it was when the receiver reads', async () => {
    const history = await fifty();
    const runner = new FairRunner({ running: { total: 1, perTenant: 1 }, waiting: { total: 9, perTenant: 9 } });
    const span = { after: 0, until: 50, page: 10 };
    const run = (to: Connection) =>
      runner.run({ tenantId: TENANT }, (turn) => {
        to.listen(EVERY, 0);
        return new Replay(history, to, EVERY, span, never).run(turn);
      });
    const { socket: reading, sent: read } = aSocket();
    socket.conn.writeBuffer = UNSENT;
    let isOver = false;
    const stuck = run(connection).finally(() => {
      isOver = true;
    });
    await run(new Connection(reading as unknown as Socket, caller, {}, 'en'));
    expect([read.length, sent.length, isOver]).toEqual([50, 1, false]);
    socket.conn.writeBuffer = [];
    expect(await stuck).toEqual({});
    expect(sent).toEqual(read);
  });

  test('lets others go first after each page', async () => {
    const history = await fifty();
    const waited: unknown[] = [];
    connection.listen(EVERY, 0);
    const turn = { yield: async (ready?: Promise<unknown>) => void waited.push(ready) };
    await new Replay(history, connection, EVERY, { after: 0, until: 50, page: 10 }, never).run(turn);
    expect([sent.length, waited]).toEqual([50, Array.from({ length: 5 }, () => undefined)]);
  });

  test('goes on behind frames that cannot be made, and says where each gap is', async () => {
    const { log, append } = aLog();
    const label = (id: string) =>
      append(streamName('conversation', TENANT, id), { type: 'ConversationLabelled', data: { labels: ['x'] } });
    await append(streamName('conversation', TENANT, 'c'), {
      type: 'ConversationOpened',
      data: { conversationTypeId: 't' },
    });
    for (const id of ['c', 'ghost', 'c', 'ghost', 'c']) await label(id);
    const skipped: number[][] = [];
    connection.listen(EVERY, 0);
    const skip = (after: number, position: number) => void skipped.push([after, position]);
    const history = await publicEventHistory(log, 4);
    expect(await new Replay(history, connection, EVERY, { after: 0, until: 6 }, skip).run(alone)).toEqual({});
    expect(sent.map(({ position }) => position)).toHaveLength(4);
    expect(skipped).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  test('ends where too many frames cannot be made', async () => {
    const { log, append } = aLog();
    for (let i = 0; i < 300; i++) {
      const data = { labels: [`${i}`] };
      await append(streamName('conversation', TENANT, 'ghost'), { type: 'ConversationLabelled', data });
    }
    let skipped = 0;
    const history = await publicEventHistory(log, 300);
    connection.listen(EVERY, 0);
    const replay = new Replay(history, connection, EVERY, { after: 0, until: 300, page: 50 }, () => skipped++);
    expect(await replay.run(alone)).toEqual({ missingAfter: 100 });
    expect(skipped).toBe(100);
  });

  test('ends with the subscription, and with the connection', async () => {
    const history = await fifty();
    expect(await new Replay(history, connection, EVERY, { after: 0, until: 50 }, never).run(alone)).toEqual({});
    expect(sent).toEqual([]);
    connection.listen(EVERY, 0);
    socket.conn.writeBuffer = UNSENT;
    socket.connected = false;
    await new Replay(history, connection, EVERY, { after: 0, until: 50, page: 10 }, never).run(alone);
    expect(sent.length).toBeLessThan(10);
  });
});
