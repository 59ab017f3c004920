import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteLogReader } from '../../../src/adapters/sqlite/events/log-reader.js';
import { type Stored, StoreUnavailable, WrongVersion } from '../../../src/ports/stores/event-store.js';
import { describeEventStore } from '../../contracts/event-store.contract.js';
import { ids, newStream, someEvents, upTo } from '../../contracts/events.fixture.js';
import { nodeArguments } from '../../reliability/typescript-child.js';

const home = mkdtempSync(join(tmpdir(), 'tidings-log-'));
afterAll(() => rmSync(home, { recursive: true }));
let files = 0;
const freshLog = (): string => join(home, `${++files}`, 'log.db');

describeEventStore('SQLite', async () => new SqliteEventStore(freshLog()));

describe('the log in a SQLite file', () => {
  const open: SqliteEventStore[] = [];
  const children: ChildProcess[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function opened(path: string): SqliteEventStore {
    const store = new SqliteEventStore(path);
    open.push(store);
    return store;
  }

  const whole = (store: SqliteEventStore): Promise<readonly Stored[]> => store.readAll(0, 100_000);

  test('is empty at first', async () => {
    const store = opened(freshLog());
    expect(await store.head()).toBe(0);
    expect(await whole(store)).toEqual([]);
  });

  test('survives being closed, and goes on where it was', async () => {
    const path = freshLog();
    const [stream, events] = [newStream(), someEvents(3)];
    const before = opened(path);
    const stored = await before.append(stream, 0, events);
    await before.close();
    expect(existsSync(`${path}-wal`)).toBe(false);

    const after = opened(path);
    expect(await whole(after)).toEqual(stored);
    expect(await after.append(stream, 0, events)).toEqual(stored);
    await expect(after.append(stream, 0, someEvents(1))).rejects.toBeInstanceOf(WrongVersion);
    const [next] = await after.append(stream, 3, someEvents(1));
    expect(next).toMatchObject({ version: 4, position: await after.head() });
  });

  test('keeps what was under way when it was closed, and takes nothing afterwards', async () => {
    const path = freshLog();
    const store = opened(path);
    const appending = Promise.all(upTo(600).map(() => store.append(newStream(), 0, someEvents(1))));
    await store.close();
    const stored = (await appending).flat();
    await expect(store.append(newStream(), 0, someEvents(1))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.readAll(0, 1)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(ids(await whole(opened(path)))).toEqual(ids(stored));
  });

  test('has one owner: others are refused in a sentence, until it is dead', async () => {
    const path = freshLog();
    const owner = spawn(process.execPath, nodeArguments('test/reliability/append-child.ts', path, '3', 'stay'));
    children.push(owner);
    for await (const line of createInterface({ input: owner.stdout })) if (line === 'ack 3') break;
    expect(() => opened(path)).toThrow(`${path} is in use by another process. Stop that process first.`);

    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await whole(opened(path))).toHaveLength(3);
    expect(() => opened(path)).toThrow('in use');
  });

  test('is read beside its owner, up to the head at which the reader opened it', async () => {
    const path = freshLog();
    const owner = spawn(process.execPath, nodeArguments('test/reliability/append-child.ts', path, '300', 'stay'));
    children.push(owner);
    const said = createInterface({ input: owner.stdout })[Symbol.asyncIterator]();
    while ((await said.next()).value !== 'ack 3');
    const early = new SqliteLogReader(path);
    const head = await early.head();
    while ((await said.next()).value !== 'ack 300');
    const late = new SqliteLogReader(path);
    expect(head).toBeGreaterThanOrEqual(3);
    expect((await early.readAll(0, 1_000)).map(({ position }) => position)).toEqual(upTo(head));
    expect(await early.read('contract-child', { backwards: true, limit: 1_000 })).toHaveLength(head);
    expect(await late.readAll(0, 1_000)).toHaveLength(300);
    await Promise.all([early.close(), late.close()]);

    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const afterDeath = new SqliteLogReader(path);
    expect(await afterDeath.head()).toBe(300);
    await afterDeath.close();
    expect(await whole(opened(path))).toHaveLength(300);
  });

  test('has no reader where there is no log', () => {
    const path = freshLog();
    expect(() => new SqliteLogReader(path)).toThrow(`${path} cannot be opened: unable to open database file.`);
    expect(existsSync(path)).toBe(false);
  });

  test('leaves a file alone that a later program has written', async () => {
    const path = freshLog();
    await opened(path).close();
    const db = new DatabaseSync(path);
    db.exec('pragma user_version = 2');
    db.close();
    for (const _ of upTo(2)) expect(() => opened(path)).toThrow('schema version 2');
  });

  describe('commits together', () => {
    test('what 64 senders append in the same turn', async () => {
      const store = opened(freshLog());
      await Promise.all(upTo(64).map(() => store.append(newStream(), 0, someEvents(1))));
      expect(store.commits).toBe(1);
      expect(await store.head()).toBe(64);
      await store.append(newStream(), 0, someEvents(1));
      expect(store.commits).toBe(2);
    });

    test('what arrives in different calls of one turn', async () => {
      const store = opened(freshLog());
      const calls = upTo(64).map(() => new Promise<void>((resolve) => setImmediate(resolve)));
      await Promise.all(calls.map((called) => called.then(() => store.append(newStream(), 0, someEvents(1)))));
      expect(store.commits).toBe(1);
    });

    test('but judges each append alone', async () => {
      const store = opened(freshLog());
      const [good, bad, also] = [newStream(), newStream(), newStream()];
      const [first, refused, third] = await Promise.allSettled([
        store.append(good, 0, someEvents(2)),
        store.append(bad, 5, someEvents(2)),
        store.append(also, 0, someEvents(2)),
      ]);
      expect([first.status, refused.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await whole(store)).map(({ stream }) => stream)).toEqual([good, good, also, also]);
      expect(store.commits).toBe(1);
    });

    test('and lets appends to one stream see the ones before them', async () => {
      const store = opened(freshLog());
      const stream = newStream();
      const answers = await Promise.all(upTo(5).map((version) => store.append(stream, version - 1, someEvents(1))));
      expect(answers.flat().map(({ version }) => version)).toEqual(upTo(5));
      expect(store.commits).toBe(1);
    });
  });

  test('keeps nothing of a batch that breaks in its middle, and goes on', async () => {
    const store = opened(freshLog());
    const [one, other] = [newStream(), newStream()];
    const unfit = someEvents(2).map((event, i) => ({
      ...event,
      body: i === 0 ? '{}' : (undefined as unknown as string),
    }));
    const answers = await Promise.allSettled([store.append(one, 0, someEvents(1)), store.append(other, 0, unfit)]);
    for (const refused of answers) expect(refused).toMatchObject({ reason: expect.any(StoreUnavailable) });
    expect(await whole(store)).toEqual([]);
    const after = await Promise.all([store.append(one, 0, someEvents(1)), store.append(other, 0, someEvents(1))]);
    expect(await whole(store)).toEqual(after.flat());
  });

  describe('feeds those who follow it', () => {
    test('from memory once they stand at its head, after the append was answered', async () => {
      const store = opened(freshLog());
      const order: string[] = [];
      const handed: Stored[] = [];
      const tail = store.tail(
        0,
        (events) => {
          order.push('handed over');
          handed.push(...events);
        },
        () => {},
      );
      await new Promise((resolve) => setImmediate(resolve));
      const [stored] = await store.append(newStream(), 0, someEvents(1));
      for (let hop = 0; hop < 20; hop++) await undefined;
      order.push('answered');
      await expect.poll(() => order).toEqual(['answered', 'handed over']);
      expect(handed[0]).toBe(stored);
      tail.close();
    });

    test('from the file when they fall far behind', async () => {
      const store = opened(freshLog());
      const stream = newStream();
      const sizes: number[] = [];
      const handed: Stored[] = [];
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      store.tail(
        0,
        (events) => {
          sizes.push(events.length);
          handed.push(...events);
          return released;
        },
        () => {},
      );
      for (let version = 0; version < 9_000; version += 100) await store.append(stream, version, someEvents(100));
      release();
      await expect.poll(() => handed.length, { interval: 5 }).toBeGreaterThanOrEqual(9_000);
      expect(handed.map(({ version }) => version)).toEqual(upTo(9_000));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
      await store.append(stream, 9_000, someEvents(1));
      await expect.poll(() => handed.length).toBe(9_001);
    });
  });
});
