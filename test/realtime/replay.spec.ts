import type { Socket } from 'socket.io';
import { beforeEach, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../src/adapters/sqlite/event-store.js';
import { vocabulary } from '../../src/composition/registry.js';
import { codecFor } from '../../src/engine/log/codec.js';
import { EventLog } from '../../src/engine/log/event-log.js';
import { FairRunner } from '../../src/kernel/fair-runner.js';
import { streamName } from '../../src/kernel/stream.js';
import type { Frame } from '../../src/public-events/frame.js';
import { addressOf, EVERY } from '../../src/realtime/address.js';
import { Connection } from '../../src/realtime/connection.js';
import { HeldBytes } from '../../src/realtime/held-frames.js';
import { Replay } from '../../src/realtime/replay.js';
import { aLog } from '../public-events/log.fixture.js';
import { TENANT } from '../support/given.js';
import { publicEventHistory } from '../support/public-event-history.js';
import { alone, aSocket, fifty } from './replay.fixture.js';

let { socket, sent, rooms } = aSocket();
let connection: Connection;
const caller = { tenantId: TENANT, role: 'OWNER', id: 'olga', actor: 'user:olga' } as const;
beforeEach(() => {
  ({ socket, sent, rooms } = aSocket());
  connection = new Connection(socket as unknown as Socket, caller, {}, 'en');
});

const never = () => {
  throw new Error('An event was skipped.');
};

/** More bytes than a connection may have unsent. */
const UNSENT = [{ data: 'x'.repeat(1_000_000) }];

const frame = (id: string) => ({ type: 'NEW_MESSAGE', id, conversation_id: 'c' }) as Frame;

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

describe('a connection whose frames are held back', () => {
  beforeEach(() => {
    connection.listen(EVERY, 0);
    connection.hold();
  });

  test('stands in no room, and is then sent in order what was kept back', async () => {
    expect(rooms.size).toBe(0);
    connection.listen(addressOf('c'), 0);
    expect(rooms.size).toBe(0);
    const frames = Array.from({ length: 500 }, (_, i) => frame(`${i}`));
    for (const each of frames) connection.buffer(each);
    expect(sent).toEqual([]);
    expect(await connection.release()).toBe(false);
    expect(sent).toEqual(frames);
    expect(rooms.size).toBe(2);
  });

  test('is told a message as deleted that was deleted while its frame was kept back', async () => {
    const message = { id: 'm1', text: 'secret' } as NonNullable<Frame['message']>;
    connection.buffer({ ...frame('1'), message });
    const { text: _, ...deleted } = { ...message, deleted_at: '2030-01-01T00:00:00.000Z' };
    connection.buffer({ ...frame('2'), type: 'MESSAGE_UPDATED', message: deleted as NonNullable<Frame['message']> });
    await connection.release();
    expect(sent.map(({ id, message }) => [id, message])).toEqual([
      ['1', deleted],
      ['2', deleted],
    ]);
  });

  test('is sent nothing of what it has left meanwhile', async () => {
    connection.buffer(frame('1'));
    connection.unlisten(EVERY);
    await connection.release();
    expect([sent, rooms.size]).toEqual([[], 0]);
  });

  test('says so when too much was kept back, and sends none of it', async () => {
    for (let i = 0; i <= 10_000; i++) connection.buffer(frame(`${i}`));
    expect(await connection.release()).toBe(true);
    expect([sent, rooms.size]).toEqual([[], 1]);
  });

  test('says so when the frames kept back are too large', async () => {
    const text = 'x'.repeat(100_000);
    for (let i = 0; i < 50; i++) connection.buffer({ ...frame(`${i}`), message: { text } as never });
    expect(await connection.release()).toBe(true);
    expect(sent).toEqual([]);
  });

  test('gives the bytes back when they are sent, dropped or lost with the connection', async () => {
    const budget = new HeldBytes();
    connection.hold(budget);
    for (let i = 0; i < 100; i++) connection.buffer(frame(`${i}`));
    expect(budget.total).toBeGreaterThan(10_000);
    await connection.release();
    expect([sent.length, budget.total]).toEqual([100, 0]);
    connection.hold(budget);
    for (let i = 0; i <= 10_000; i++) connection.buffer(frame(`${i}`));
    expect(budget.total).toBe(0);
    connection.hold(budget);
    connection.buffer(frame('lost'));
    connection.forget();
    expect(budget.total).toBe(0);
  });

  test('waits while the receiver is slow, and goes on in order when it has caught up', async () => {
    for (let i = 0; i < 200; i++) connection.buffer(frame(`${i}`));
    socket.conn.writeBuffer = UNSENT;
    const released = connection.release();
    connection.buffer(frame('late'));
    expect(sent).toEqual([]);
    socket.conn.writeBuffer = [];
    await released;
    expect(sent.map(({ id }) => id)).toEqual([...Array.from({ length: 200 }, (_, i) => `${i}`), 'late']);
  });
});
