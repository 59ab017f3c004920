import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AssetStore, Bytes } from '../../src/ports/media/asset-store.js';

async function* inChunks(bytes: Uint8Array, size = 65_536): Bytes {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Bytes | undefined): Promise<Buffer | undefined> {
  if (!bytes) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const fileOf = (name = 'content') => ({ tenantId: randomUUID(), messageId: randomUUID(), name });

/** What every store of assets promises. */
export function describeAssetStore(name: string, open: () => Promise<AssetStore>): void {
  describe(`asset store: ${name}`, () => {
    let store: AssetStore;
    beforeAll(async () => {
      store = await open();
    });

    test('a file is got back, whole and in part', async () => {
      const [file, bytes] = [fileOf(), randomBytes(300_000)];
      await store.put(file, inChunks(bytes), bytes.length);
      expect((await read(await store.open(file)))?.equals(bytes)).toBe(true);
      for (const [first, last] of [
        [0, 0],
        [100_000, 200_000],
        [299_999, 299_999],
      ] as const) {
        const part = await read(await store.open(file, { first, last }));
        expect(part?.equals(bytes.subarray(first, last + 1))).toBe(true);
      }
    });

    test('a later file of the same name replaces the earlier one', async () => {
      const file = fileOf();
      for (const text of ['first', 'second']) await store.put(file, inChunks(Buffer.from(text)), text.length);
      expect((await read(await store.open(file)))?.toString()).toBe('second');
    });

    test('a source that breaks off leaves nothing, and its error comes through', async () => {
      const file = fileOf();
      async function* broken(): Bytes {
        yield randomBytes(100_000);
        throw new RangeError('broken off');
      }
      await expect(store.put(file, broken(), 200_000)).rejects.toThrow(new RangeError('broken off'));
      expect(await store.open(file)).toBeUndefined();
      expect(await store.names(file)).toEqual([]);
    });

    test.each([9, 11])('a source of another size than announced leaves nothing: %i', async (size) => {
      const file = fileOf();
      await expect(store.put(file, inChunks(Buffer.alloc(10)), size)).rejects.toThrow(RangeError);
      expect(await store.open(file)).toBeUndefined();
    });

    test('the files of a message are named and removed, those of others stay', async () => {
      const [mine, other] = [fileOf(), fileOf()];
      const bytes = Buffer.from('x');
      for (const each of [mine, { ...mine, name: 'thumbnail' }, other]) await store.put(each, inChunks(bytes), 1);
      expect([...(await store.names(mine))].sort()).toEqual(['content', 'thumbnail']);
      await store.remove(mine);
      await store.remove(mine);
      expect(await store.names(mine)).toEqual(['thumbnail']);
      expect(await store.open(mine)).toBeUndefined();
      expect((await read(await store.open(other)))?.toString()).toBe('x');
    });

    test('the files of a tenant are removed in pages, and of no other', async () => {
      const [tenantId, other] = [randomUUID(), fileOf()];
      const mine = Array.from({ length: 5 }, () => ({ ...fileOf(), tenantId }));
      for (const each of [...mine, other]) await store.put(each, inChunks(Buffer.from('x')), 1);
      const pages = [
        await store.removeOf(tenantId, 3),
        await store.removeOf(tenantId, 3),
        await store.removeOf(tenantId, 3),
      ];
      expect(pages).toEqual([3, 2, 0]);
      for (const each of mine) expect(await store.open(each)).toBeUndefined();
      expect((await read(await store.open(other)))?.toString()).toBe('x');
      for (const wrong of ['', '..', `${randomUUID()}/..`])
        await expect(store.removeOf(wrong, 1)).rejects.toThrow(TypeError);
    });

    test('a tenant never gets the file of another one', async () => {
      const file = fileOf();
      await store.put(file, inChunks(Buffer.from('x')), 1);
      expect(await store.open({ ...file, tenantId: randomUUID() })).toBeUndefined();
      expect(await store.names({ ...file, tenantId: randomUUID() })).toEqual([]);
    });

    test.each(['', '..', '../content', 'a/b', 'Content', 'a'.repeat(101)])('the name %j is refused', async (wrong) => {
      await expect(store.open(fileOf(wrong))).rejects.toThrow(TypeError);
      await expect(store.put(fileOf(wrong), inChunks(Buffer.from('x')), 1)).rejects.toThrow(TypeError);
      await expect(store.remove(fileOf(wrong))).rejects.toThrow(TypeError);
    });

    test.each(['', '..', `${randomUUID()}/..`])('what is no id is refused: %j', async (wrong) => {
      await expect(store.names({ ...fileOf(), messageId: wrong })).rejects.toThrow(TypeError);
      await expect(store.open({ ...fileOf(), tenantId: wrong })).rejects.toThrow(TypeError);
    });
  });
}
