import { hash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FileBlobs } from '../../../src/adapters/file-blobs/file-blobs.js';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { FAR_FUTURE, HOUR, plus } from '../../../src/kernel/instant.js';
import { DamagedBlob } from '../../../src/ports/stores/blobs.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeBlobs } from '../../contracts/blobs.contract.js';

const wrap = keyWrapOf(Buffer.alloc(32, 7));
const entries = new SqliteOperationalStore(':memory:');
const keys = () => new StoredDataKeys(entries, wrap);
const folder = mkdtempSync(join(tmpdir(), 'tidings-blobs-'));
afterAll(async () => {
  await entries.close();
  rmSync(folder, { recursive: true });
});

describeBlobs('files', async () => new FileBlobs(join(folder, 'contract'), systemClock, keys()));

describe('blobs: files', () => {
  test('a blob that was put again lately stays, and nothing of a removed one is left', async () => {
    const place = join(folder, 'removed');
    const blobs = new FileBlobs(place, systemClock, keys());
    const tenant = randomUUID();
    const digest = await blobs.put(tenant, 'c', Buffer.from('again'));
    const path = join(place, tenant, digest.slice(0, 2), digest);
    const hourAgo = plus(systemClock.now(), -HOUR);
    utimesSync(path, 0, 0);
    await blobs.put(tenant, 'c', Buffer.from('again'));
    expect(await blobs.remove(tenant, digest, hourAgo)).toBe(false);
    expect(Buffer.from((await blobs.get(tenant, digest)) ?? []).toString()).toBe('again');
    utimesSync(path, 0, 0);
    expect(await blobs.remove(tenant, digest, hourAgo)).toBe(true);
    expect(readdirSync(place, { recursive: true }).filter((name) => String(name).includes(digest))).toEqual([]);
  });
  test('a removal that was killed half-way is done by the next one', async () => {
    const place = join(folder, 'half-removed');
    const blobs = new FileBlobs(place, systemClock, keys());
    const tenant = randomUUID();
    const digest = await blobs.put(tenant, 'c', Buffer.from('half'));
    renameSync(join(place, tenant, digest.slice(0, 2), digest), join(place, 'incoming', `${tenant}.${digest}`));
    expect(await blobs.remove(tenant, digest, FAR_FUTURE)).toBe(true);
    expect(readdirSync(join(place, 'incoming'))).toEqual([]);
  });
  test('a blob is one file under its tenant, and nothing unfinished stays', async () => {
    const place = join(folder, 'one');
    const blobs = new FileBlobs(place, systemClock, keys());
    const tenant = randomUUID();
    const digest = await blobs.put(tenant, 'c', Buffer.from('bytes'));
    await blobs.put(tenant, 'c', Buffer.from('bytes'));
    expect(readdirSync(place, { recursive: true }).sort()).toEqual(
      ['incoming', tenant, `${tenant}/${digest.slice(0, 2)}`, `${tenant}/${digest.slice(0, 2)}/${digest}`].sort(),
    );
  });

  test('what a crash left unfinished a day ago is gone after a start, and what was kept is there', async () => {
    const place = join(folder, 'restarted');
    const tenant = randomUUID();
    const dayAgo = Date.now() / 1_000 - 86_401;
    const digest = await new FileBlobs(place, systemClock, keys()).put(tenant, 'c', Buffer.from('kept'));
    for (const name of ['half', 'under-way']) writeFileSync(join(place, 'incoming', name), 'ha');
    utimesSync(join(place, 'incoming', 'half'), dayAgo, dayAgo);
    const again = new FileBlobs(place, systemClock, keys());
    expect(readdirSync(join(place, 'incoming'))).toEqual(['under-way']);
    expect(Buffer.from((await again.get(tenant, digest)) ?? []).toString()).toBe('kept');
  });

  const fileOf = (place: string, tenant: string, name: string) => join(place, tenant, name.slice(0, 2), name);
  const value = Buffer.from(`{"canary":"${'kanarienvogel '.repeat(20_000)}"}`);

  test('the disk holds none of the bytes, and another process reads them', async () => {
    const place = join(folder, 'sealed');
    const tenant = randomUUID();
    const name = await new FileBlobs(place, systemClock, keys()).put(tenant, 'c', value);
    const onDisk = readFileSync(fileOf(place, tenant, name));
    for (const part of ['kanarien', 'canary', hash('sha256', value)]) expect(onDisk.includes(part)).toBe(false);
    const other = new FileBlobs(place, systemClock, keys());
    expect(Buffer.compare((await other.get(tenant, name)) ?? Buffer.alloc(0), value)).toBe(0);
    expect(await other.size(tenant, name)).toBe(value.length);
  });
  test('a blob of an earlier version, in clear under the SHA-256 of its bytes, is read and removed', async () => {
    const place = join(folder, 'earlier');
    const tenant = randomUUID();
    const blobs = new FileBlobs(place, systemClock, keys());
    const name = hash('sha256', value);
    mkdirSync(dirname(fileOf(place, tenant, name)), { recursive: true });
    writeFileSync(fileOf(place, tenant, name), value);
    expect(await blobs.size(tenant, name)).toBe(value.length);
    expect(Buffer.compare((await blobs.get(tenant, name)) ?? Buffer.alloc(0), value)).toBe(0);
    writeFileSync(fileOf(place, tenant, name), value.fill('x', 9, 12));
    await expect(blobs.get(tenant, name)).rejects.toThrow(DamagedBlob);
    expect(await blobs.remove(tenant, name, FAR_FUTURE)).toBe(true);
  });
  test.each([
    ['a byte is another', (bytes: Buffer) => bytes.with(-1_000, (bytes.at(-1_000) ?? 0) ^ 1)],
    ['its end is gone', (bytes: Buffer) => bytes.subarray(0, -20)],
    ['two frames are swapped', swapped],
    ['it is that of another value', undefined],
  ])('a blob is damaged when %s', async (_, damage) => {
    const place = join(folder, 'damaged');
    const tenant = randomUUID();
    const blobs = new FileBlobs(place, systemClock, keys());
    const [name, other] = [await blobs.put(tenant, 'c', value), await blobs.put(tenant, 'c', Buffer.from('{}'))];
    const bytes = readFileSync(fileOf(place, tenant, name));
    if (damage) writeFileSync(fileOf(place, tenant, name), damage(bytes));
    else writeFileSync(fileOf(place, tenant, name), readFileSync(fileOf(place, tenant, other)));
    await expect(blobs.get(tenant, name)).rejects.toThrow(DamagedBlob);
  });
  test('a blob ends with the key of its conversation, and the others stay', async () => {
    const place = join(folder, 'ended');
    const tenant = randomUUID();
    const own = keys();
    const blobs = new FileBlobs(place, systemClock, own);
    const [gone, left] = [await blobs.put(tenant, 'c', value), await blobs.put(tenant, 'd', value)];
    await own.end(tenant, [{ kind: 'conversation', id: 'c' }]);
    await expect(blobs.get(tenant, gone)).rejects.toThrow(DamagedBlob);
    expect(await blobs.size(tenant, left)).toBe(value.length);
    expect(Buffer.compare((await blobs.get(tenant, left)) ?? Buffer.alloc(0), value)).toBe(0);
  });

  test('a disk that fails is told as unavailable, and a later try works', async () => {
    const place = join(folder, 'failing');
    const tenant = randomUUID();
    const blobs = new FileBlobs(place, systemClock, keys());
    writeFileSync(join(place, tenant), 'a file where a folder belongs');
    await expect(blobs.put(tenant, 'c', Buffer.from('x'))).rejects.toThrow(StoreUnavailable);
    await expect(blobs.get(tenant, 'a'.repeat(64))).rejects.toThrow(StoreUnavailable);
    rmSync(join(place, tenant));
    const digest = await blobs.put(tenant, 'c', Buffer.from('x'));
    expect(await blobs.get(tenant, digest)).toBeDefined();
  });
});

const FRAME = 65_536 + 16;

function swapped(bytes: Buffer): Buffer {
  const [first, second] = [bytes.subarray(-FRAME * 3, -FRAME * 2), bytes.subarray(-FRAME * 2, -FRAME)];
  return Buffer.concat([bytes.subarray(0, -FRAME * 3), second, first, bytes.subarray(-FRAME)]);
}
