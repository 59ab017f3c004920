import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FileBlobs } from '../../../src/adapters/file-blobs/file-blobs.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { FAR_FUTURE, HOUR, plus } from '../../../src/kernel/instant.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeBlobs } from '../../contracts/blobs.contract.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-blobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeBlobs('files', async () => new FileBlobs(join(folder, 'contract'), systemClock));

describe('blobs: files', () => {
  test('a blob that was put again lately stays, and nothing of a removed one is left', async () => {
    const place = join(folder, 'removed');
    const blobs = new FileBlobs(place, systemClock);
    const tenant = randomUUID();
    const digest = await blobs.put(tenant, Buffer.from('again'));
    const path = join(place, tenant, digest.slice(0, 2), digest);
    const hourAgo = plus(systemClock.now(), -HOUR);
    utimesSync(path, 0, 0);
    await blobs.put(tenant, Buffer.from('again'));
    expect(await blobs.remove(tenant, digest, hourAgo)).toBe(false);
    expect(Buffer.from((await blobs.get(tenant, digest)) ?? []).toString()).toBe('again');
    utimesSync(path, 0, 0);
    expect(await blobs.remove(tenant, digest, hourAgo)).toBe(true);
    expect(readdirSync(place, { recursive: true }).filter((name) => String(name).includes(digest))).toEqual([]);
  });
  test('a removal that was killed half-way is done by the next one', async () => {
    const place = join(folder, 'half-removed');
    const blobs = new FileBlobs(place, systemClock);
    const tenant = randomUUID();
    const digest = await blobs.put(tenant, Buffer.from('half'));
    renameSync(join(place, tenant, digest.slice(0, 2), digest), join(place, 'incoming', `${tenant}.${digest}`));
    expect(await blobs.remove(tenant, digest, FAR_FUTURE)).toBe(true);
    expect(readdirSync(join(place, 'incoming'))).toEqual([]);
  });
  test('a blob is one file under its tenant, and nothing unfinished stays', async () => {
    const place = join(folder, 'one');
    const blobs = new FileBlobs(place, systemClock);
    const tenant = randomUUID();
    const digest = await blobs.put(tenant, Buffer.from('bytes'));
    await blobs.put(tenant, Buffer.from('bytes'));
    expect(readdirSync(place, { recursive: true }).sort()).toEqual(
      ['incoming', tenant, `${tenant}/${digest.slice(0, 2)}`, `${tenant}/${digest.slice(0, 2)}/${digest}`].sort(),
    );
  });

  test('what a crash left unfinished a day ago is gone after a start, and what was kept is there', async () => {
    const place = join(folder, 'restarted');
    const tenant = randomUUID();
    const dayAgo = Date.now() / 1_000 - 86_401;
    const digest = await new FileBlobs(place, systemClock).put(tenant, Buffer.from('kept'));
    for (const name of ['half', 'under-way']) writeFileSync(join(place, 'incoming', name), 'ha');
    utimesSync(join(place, 'incoming', 'half'), dayAgo, dayAgo);
    const again = new FileBlobs(place, systemClock);
    expect(readdirSync(join(place, 'incoming'))).toEqual(['under-way']);
    expect(Buffer.from((await again.get(tenant, digest)) ?? []).toString()).toBe('kept');
  });

  test('a disk that fails is told as unavailable, and a later try works', async () => {
    const place = join(folder, 'failing');
    const tenant = randomUUID();
    const blobs = new FileBlobs(place, systemClock);
    writeFileSync(join(place, tenant), 'a file where a folder belongs');
    await expect(blobs.put(tenant, Buffer.from('x'))).rejects.toThrow(StoreUnavailable);
    await expect(blobs.get(tenant, 'a'.repeat(64))).rejects.toThrow(StoreUnavailable);
    rmSync(join(place, tenant));
    const digest = await blobs.put(tenant, Buffer.from('x'));
    expect(await blobs.get(tenant, digest)).toBeDefined();
  });
});
