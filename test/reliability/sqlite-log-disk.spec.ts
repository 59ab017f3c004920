import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import { type NewStored, type Stored, StoreUnavailable } from '../../src/ports/stores/event-store.js';
import { ids, newStream, someEvents, upTo } from '../contracts/events.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'tidings-disk-'));
afterAll(() => rmSync(home, { recursive: true }));

class SmallDisk extends SqliteEventStore {
  /** How many pages more the file may grow; SQLite then answers as on a full disk. */
  room(pages: number): void {
    const used = Number(this.db.prepare('pragma page_count').get()?.page_count);
    this.db.exec(`pragma max_page_count = ${used + pages}`);
  }
}

const whole = (store: SqliteEventStore): Promise<readonly Stored[]> => store.readAll(0, 100_000);
const large = (): NewStored[] => someEvents(2).map((event) => ({ ...event, body: JSON.stringify('x'.repeat(2_000)) }));

describe('the log on a disk that is full', () => {
  test('refuses, loses nothing, keeps no half of anything, and goes on when there is room again', async () => {
    const path = join(home, 'full', 'log.db');
    const store = new SmallDisk(path);
    const followed: Stored[] = [];
    store.tail(
      0,
      (events) => void followed.push(...events),
      () => {},
    );
    const stream = newStream();
    const answered: Stored[] = [...(await store.append(stream, 0, large()))];

    store.room(20);
    const appendings = upTo(30).map((i) => ({ stream: i === 1 ? stream : newStream(), expected: i === 1 ? 2 : 0 }));
    const append = () => Promise.allSettled(appendings.map((one) => store.append(one.stream, one.expected, large())));
    for (const refused of await append()) {
      expect(refused.status === 'rejected' && refused.reason).toBeInstanceOf(StoreUnavailable);
    }
    expect(await whole(store)).toEqual(answered);
    expect(await store.head()).toBe(answered.at(-1)?.position);

    answered.push(...(await store.append(newStream(), 0, someEvents(1))));
    store.room(10_000);
    for (const taken of await append()) if (taken.status === 'fulfilled') answered.push(...taken.value);
    expect(answered).toHaveLength(2 + 1 + 60);
    await expect.poll(() => followed).toEqual(answered);
    await store.close();

    const again = new SqliteEventStore(path);
    expect(await whole(again)).toEqual(answered);
    await again.close();
  });
});

describe('the log after the power failed', () => {
  const EVENTS = 150;
  const CUTS = 60;
  /** Spreads the cuts over the whole length, the same ones each time. */
  const GOLDEN = 0.618_034;

  /** A log as it lies on the disk while its owner runs, and how long its WAL was when each event was answered. */
  async function abandoned(folder: string) {
    const path = join(home, folder, 'log.db');
    const store = new SqliteEventStore(path);
    const stream = newStream();
    const events = someEvents(EVENTS);
    const lengths: number[] = [];
    for (const [version, event] of events.entries()) {
      await store.append(stream, version, [event]);
      lengths.push(statSync(`${path}-wal`).size);
    }
    const image = join(home, folder, 'image.db');
    // Not read by this process: closing a file gives up the locks SQLite holds on it.
    execFileSync('cp', [path, image]);
    const wal = readFileSync(`${path}-wal`);
    await store.close();
    return { stream, events, lengths, image, wal };
  }

  test.each([
    ['torn off', (wal: Buffer, at: number) => wal.subarray(0, at)],
    [
      'overwritten',
      (wal: Buffer, at: number) => Buffer.concat([wal.subarray(0, at), Buffer.alloc(wal.length - at, 7)]),
    ],
  ])('opens with a WAL %s anywhere, and has everything answered up to there', async (damage, damaged) => {
    const { stream, events, lengths, image, wal } = await abandoned(damage);
    for (const cut of upTo(CUTS).map((n) => Math.floor(wal.length * ((n * GOLDEN) % 1)))) {
      const folder = join(home, `${damage}-${cut}`);
      mkdirSync(folder);
      execFileSync('cp', [image, join(folder, 'log.db')]);
      writeFileSync(join(folder, 'log.db-wal'), damaged(wal, cut));

      const store = new SqliteEventStore(join(folder, 'log.db'));
      const found = await whole(store);
      expect(ids(found)).toEqual(ids(events.slice(0, found.length)));
      expect(found.length).toBeGreaterThanOrEqual(lengths.filter((length) => length <= cut).length);
      await expect(store.append(stream, found.length, someEvents(1))).resolves.toHaveLength(1);
      await store.close();
    }
  });
});
