import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FileSpool } from '../../../src/adapters/file-blobs/file-spool.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-spool-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  expect(all.every(({ length }) => length <= 65_536)).toBe(true);
  return Buffer.concat(all);
}

test('a file holds what is added to it until it is removed, for its owner alone', async () => {
  const place = join(folder, 'one');
  const spool = new FileSpool(place, systemClock);
  const file = await spool.create();
  const parts = [Buffer.alloc(100_000, 'a'), Buffer.alloc(50_000, 'b')];
  for (const part of parts) await file.add(part);
  expect(Buffer.compare(await bytesOf(file.read()), Buffer.concat(parts))).toBe(0);
  expect(statSync(file.path).mode & 0o077).toBe(0);
  await file.remove();
  await file.remove();
  expect(readdirSync(place)).toEqual([]);
});

test('what a killed process left is gone after an hour, what another one uses stays; an end removes the own', async () => {
  const place = join(folder, 'restarted');
  const first = await new FileSpool(place, systemClock).create();
  const hourAgo = Date.now() / 1_000 - 3_601;
  writeFileSync(join(place, 'left'), 'x');
  utimesSync(join(place, 'left'), hourAgo, hourAgo);
  const spool = new FileSpool(place, systemClock);
  const own = await spool.create();
  const names = [first, own].map(({ path }) => path.slice(place.length + 1)).sort();
  expect(readdirSync(place).sort()).toEqual(names);
  await spool.close();
  expect(readdirSync(place)).toEqual([first.path.slice(place.length + 1)]);
  await first.remove();
});

test('a disk that fails is told as unavailable', async () => {
  const place = join(folder, 'failing');
  const spool = new FileSpool(place, systemClock);
  const file = await spool.create();
  rmSync(place, { recursive: true });
  await expect(spool.create()).rejects.toThrow(StoreUnavailable);
  await expect(bytesOf(file.read())).rejects.toThrow(StoreUnavailable);
  await file.remove();
});
