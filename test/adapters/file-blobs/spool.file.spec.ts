import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FileSpool } from '../../../src/adapters/file-blobs/file-spool.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { readValue, writeValue } from '../../../src/large-data/file-values.js';
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
  expect(statSync(file.place.path).mode & 0o077).toBe(0);
  await file.remove();
  await file.remove();
  expect(readdirSync(place)).toEqual([]);
});

test('the disk holds none of the bytes, and another process reads them from any place', async () => {
  const place = join(folder, 'encrypted');
  const file = await new FileSpool(place, systemClock).create();
  for (const part of ['{"a":"kana', 'rienvogel und mehr"}', '{"b":"zweiter"}']) await file.add(Buffer.from(part));
  const onDisk = readFileSync(file.place.path);
  expect(onDisk.length).toBe(45);
  for (const part of ['"a"', 'kana', 'vogel', 'zweiter']) expect(onDisk.includes(part)).toBe(false);
  expect(readValue({ ...file.place, from: 30, to: 45 })).toEqual({ b: 'zweiter' });
  const copy = await new FileSpool(place, systemClock).create();
  writeValue({ c: 'kanarienvogel' }, copy.place, 100);
  expect(readFileSync(copy.place.path).includes('kanarien')).toBe(false);
  expect((await bytesOf(copy.read())).toString()).toBe('{"c":"kanarienvogel"}');
  for (const each of [file, copy]) await each.remove();
});

test('what a killed process left is gone after an hour, what another one uses stays; an end removes the own', async () => {
  const place = join(folder, 'restarted');
  const first = await new FileSpool(place, systemClock).create();
  const hourAgo = Date.now() / 1_000 - 3_601;
  writeFileSync(join(place, 'left'), 'x');
  utimesSync(join(place, 'left'), hourAgo, hourAgo);
  const spool = new FileSpool(place, systemClock);
  const own = await spool.create();
  const names = [first, own].map(({ place: { path } }) => path.slice(place.length + 1)).sort();
  expect(readdirSync(place).sort()).toEqual(names);
  await spool.close();
  expect(readdirSync(place)).toEqual([first.place.path.slice(place.length + 1)]);
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
