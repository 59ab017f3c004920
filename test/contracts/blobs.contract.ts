import { hash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAR_FUTURE } from '../../src/kernel/instant.js';
import { ChunkBuffers } from '../../src/lib/chunk-buffers.js';
import { BLOB_CHUNK, type Blobs } from '../../src/ports/stores/blobs.js';
import { StoreUnavailable } from '../../src/ports/stores/event-store.js';

const same = Buffer.from('same');
const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** What every keeper of large values promises. */
export function describeBlobs(name: string, open: () => Promise<Blobs>): void {
  describe(`blobs: ${name}`, () => {
    let blobs: Blobs;
    beforeAll(async () => {
      blobs = await open();
    });

    test('bytes are got back by the name that put returned, which says nothing to who has no key', async () => {
      const tenant = randomUUID();
      for (const bytes of [randomBytes(300_000), Buffer.from('漢 🚢'), new Uint8Array(0), Uint8Array.of(0, 255, 0)]) {
        const digest = await blobs.put(tenant, 'c', bytes);
        expect(digest).toMatch(/^[0-9a-f]{64}$/);
        expect(digest).not.toBe(hash('sha256', bytes));
        expect(digest).toBe(await blobs.nameOf(tenant, 'c', hash('sha256', bytes)));
        expect(Buffer.compare((await blobs.get(tenant, digest)) ?? Buffer.from('nothing'), bytes)).toBe(0);
      }
    });

    test('bytes are read in chunks, and their size is known', async () => {
      const tenant = randomUUID();
      for (const bytes of [randomBytes(200_000), Buffer.from('small'), new Uint8Array(0)]) {
        const digest = await blobs.put(tenant, 'c', bytes);
        const chunks = await collected(blobs.read(tenant, digest));
        expect(Buffer.compare(Buffer.concat(chunks), bytes)).toBe(0);
        expect(chunks.every(({ length }) => length <= BLOB_CHUNK)).toBe(true);
        expect(await blobs.size(tenant, digest)).toBe(bytes.length);
      }
      const absent = 'a'.repeat(64);
      expect(await blobs.size(tenant, absent)).toBeUndefined();
      await expect(collected(blobs.read(tenant, absent))).rejects.toThrow(StoreUnavailable);
    });

    test('chunks may take their memory from a reader, who gives it back', async () => {
      const tenant = randomUUID();
      const bytes = randomBytes(5 * BLOB_CHUNK + 1);
      const digest = await blobs.put(tenant, 'c', bytes);
      const buffers = new ChunkBuffers(BLOB_CHUNK, 1);
      const read: Buffer[] = [];
      for (let times = 0; times < 2; times++) {
        for await (const chunk of blobs.read(tenant, digest, buffers)) {
          read.push(Buffer.from(chunk));
          buffers.give(chunk);
        }
      }
      expect(Buffer.compare(Buffer.concat(read), Buffer.concat([bytes, bytes]))).toBe(0);
      const held = await collected(blobs.read(tenant, digest, buffers));
      expect(Buffer.compare(Buffer.concat(held), bytes)).toBe(0);
    });

    test('bytes that no memory holds are written in chunks, and refused when they are not those of the digest', async () => {
      const tenant = randomUUID();
      const parts = [randomBytes(100_000), randomBytes(65_536), Buffer.from('end')];
      const bytes = Buffer.concat(parts);
      async function* read() {
        yield* parts;
      }
      const digest = hash('sha256', bytes);
      const value = { digest, bytes: bytes.length, read };
      const [name = ''] = await Promise.all([blobs.write(tenant, 'c', value), blobs.write(tenant, 'c', value)]);
      expect(name).toBe(await blobs.nameOf(tenant, 'c', digest));
      expect(Buffer.compare((await blobs.get(tenant, name)) ?? Buffer.from('nothing'), bytes)).toBe(0);
      const other = hash('sha256', 'other');
      await expect(blobs.write(tenant, 'c', { ...value, digest: other })).rejects.toThrow(StoreUnavailable);
      expect(await blobs.get(tenant, await blobs.nameOf(tenant, 'c', other))).toBeUndefined();
    });

    test('the same bytes are kept once, also when put at once', async () => {
      const tenant = randomUUID();
      const digests = await Promise.all(Array.from({ length: 8 }, () => blobs.put(tenant, 'c', Buffer.from('same'))));
      expect(new Set(digests).size).toBe(1);
      expect(await blobs.put(tenant, 'c', Buffer.from('same'))).toBe(digests[0]);
      expect(text(await blobs.get(tenant, digests[0] ?? ''))).toBe('same');
    });

    test('the same bytes in another conversation are another value, which goes with its conversation', async () => {
      const tenant = randomUUID();
      const [one, two] = [await blobs.put(tenant, 'c', same), await blobs.put(tenant, 'd', same)];
      const more = await blobs.put(tenant, 'c', Buffer.from('more'));
      expect(one).not.toBe(two);
      await blobs.removeOfConversation(tenant, 'none');
      await blobs.removeOfConversation(tenant, 'c');
      for (const gone of [one, more]) expect(await blobs.get(tenant, gone)).toBeUndefined();
      expect(text(await blobs.get(tenant, two))).toBe('same');
      await blobs.removeOfConversation(tenant, 'c');
    });

    test('a tenant never gets what another put', async () => {
      const [mine, theirs] = [randomUUID(), randomUUID()];
      const digest = await blobs.put(theirs, 'c', Buffer.from('theirs'));
      expect(await blobs.get(mine, digest)).toBeUndefined();
      expect(text(await blobs.get(theirs, digest))).toBe('theirs');
    });

    test('what was never put is not there', async () => {
      expect(await blobs.get(randomUUID(), 'a'.repeat(64))).toBeUndefined();
    });

    test('what is removed is gone, for its tenant alone, and can be put again', async () => {
      const [mine, theirs] = [randomUUID(), randomUUID()];
      const digest = await blobs.put(mine, 'c', Buffer.from('same'));
      const other = await blobs.put(theirs, 'c', Buffer.from('same'));
      for (let n = 0; n < 2; n++) expect(await blobs.remove(mine, digest, FAR_FUTURE)).toBe(true);
      expect(await blobs.get(mine, digest)).toBeUndefined();
      expect(text(await blobs.get(theirs, other))).toBe('same');
      await blobs.put(mine, 'c', Buffer.from('same'));
      expect(text(await blobs.get(mine, digest))).toBe('same');
    });

    test('those of a tenant are removed in pages, and of no other', async () => {
      const [mine, theirs] = [randomUUID(), randomUUID()];
      const digests = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((each) => blobs.put(mine, 'c', Buffer.from(each))),
      );
      const kept = await blobs.put(theirs, 'c', Buffer.from('a'));
      expect([await blobs.removeOf(mine, 2), await blobs.removeOf(mine, 2), await blobs.removeOf(mine, 2)]).toEqual([
        2, 2, 1,
      ]);
      expect(await blobs.removeOf(mine, 2)).toBe(0);
      for (const digest of digests) expect(await blobs.get(mine, digest)).toBeUndefined();
      expect(text(await blobs.get(theirs, kept))).toBe('a');
      for (const wrong of ['', '..', `${randomUUID()}/..`])
        await expect(blobs.removeOf(wrong, 1)).rejects.toThrow(TypeError);
    });

    test('what was put does not change with the buffer it came in', async () => {
      const tenant = randomUUID();
      const bytes = Buffer.from('before');
      const digest = await blobs.put(tenant, 'c', bytes);
      bytes.write('after!');
      expect(text(await blobs.get(tenant, digest))).toBe('before');
    });

    test.each(['', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(61)}/..`, `../${'a'.repeat(61)}`, '../../etc/passwd'])(
      'what is no digest is refused: %j',
      async (digest) => {
        await expect(blobs.get(randomUUID(), digest)).rejects.toThrow(TypeError);
      },
    );

    test.each(['', '..', `${randomUUID()}/..`, '../'.repeat(12)])(
      'what is no tenant is refused: %j',
      async (tenant) => {
        await expect(blobs.get(tenant, 'a'.repeat(64))).rejects.toThrow(TypeError);
        await expect(blobs.put(tenant, 'c', Buffer.from('x'))).rejects.toThrow(TypeError);
      },
    );
  });
}
