import type { Socket } from 'socket.io';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Frame } from '../../src/public-events/frames/frame.js';
import { heldBytes } from '../../src/realtime/replay/held-frames.js';
import { addressOf, EVERY } from '../../src/realtime/subscriptions/address.js';
import { Connection } from '../../src/realtime/subscriptions/connection.js';
import { TENANT } from '../support/given/given.js';
import { aSocket } from './socket.fixture.js';

let { socket, sent, rooms } = aSocket();
let connection: Connection;
const caller = { tenantId: TENANT, role: 'OWNER', id: 'olga', actor: 'user:olga' } as const;
beforeEach(() => {
  ({ socket, sent, rooms } = aSocket());
  connection = new Connection(socket as unknown as Socket, caller, {}, 'en');
});

/** More bytes than a connection may have unsent. */
const UNSENT = [{ data: 'x'.repeat(1_000_000) }];

const frame = (id: string) => ({ type: 'NEW_MESSAGE', id, conversation_id: 'c' }) as Frame;

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
    const budget = heldBytes();
    connection.hold(budget);
    for (let i = 0; i < 100; i++) connection.buffer(frame(`${i}`));
    expect(budget.inUse).toBeGreaterThan(10_000);
    await connection.release();
    expect([sent.length, budget.inUse]).toEqual([100, 0]);
    connection.hold(budget);
    for (let i = 0; i <= 10_000; i++) connection.buffer(frame(`${i}`));
    expect(budget.inUse).toBe(0);
    connection.hold(budget);
    connection.buffer(frame('lost'));
    connection.forget();
    expect(budget.inUse).toBe(0);
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
