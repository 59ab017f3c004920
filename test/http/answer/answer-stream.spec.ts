import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { LargeValue } from '../../../src/http/answer/answer-row.js';
import { streamOf } from '../../../src/http/answer/answer-stream.js';
import { ChunkBuffers } from '../../../src/lib/chunk-buffers.js';

const CHUNK = 65_536;

class CountedBuffers extends ChunkBuffers {
  readonly memory = new Set<ArrayBufferLike>();
  unreturned = 0;

  override take(): Uint8Array {
    const chunk = super.take();
    this.memory.add(chunk.buffer);
    this.unreturned += 1;
    return chunk;
  }

  override give(chunk: Uint8Array): void {
    if (this.memory.has(chunk.buffer)) this.unreturned -= 1;
    super.give(chunk);
  }
}

/** A value whose chunks are written into the memory that the answer lends. */
function largeValue(bytes: Buffer): LargeValue {
  return {
    bytes: bytes.length,
    async *read(buffers) {
      for (let at = 0; at < bytes.length; at += CHUNK) {
        const chunk = (buffers?.take() ?? new Uint8Array(CHUNK)).subarray(0, Math.min(CHUNK, bytes.length - at));
        bytes.copy(chunk, 0, at);
        yield chunk;
      }
    },
  };
}

const digestOf = async (answer: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return hash('sha256', Buffer.concat(chunks));
};

describe('the stream of a large answer', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Requests of an own connection each. The answers to `/N` are the pieces of `make(N)`. */
  async function serve(make: (n: number) => Iterable<string | LargeValue>, buffers: ChunkBuffers) {
    server = createServer((request, response) => {
      streamOf(make(Number(request.url?.slice(1))), buffers).pipe(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return async (n: number) => {
      const request = get({ port, host: '127.0.0.1', path: `/${n}`, agent: false });
      return (await once(request, 'response'))[0] as IncomingMessage;
    };
  }

  test('uses the memory of sent chunks again', async () => {
    const buffers = new CountedBuffers(CHUNK, 64);
    const bytes = randomBytes(200 * CHUNK + 5);
    const ask = await serve(() => ['{"a":', largeValue(bytes), '}'], buffers);
    expect(await digestOf(await ask(0))).toBe(
      hash('sha256', Buffer.concat([Buffer.from('{"a":'), bytes, Buffer.from('}')])),
    );
    expect(buffers.memory.size).toBeLessThan(20);
    expect(buffers.unreturned).toBe(0);
  });

  test('changes no byte that slow receivers have yet to take', async () => {
    const buffers = new CountedBuffers(CHUNK, 64);
    const values = Array.from({ length: 6 }, () => randomBytes(150 * CHUNK));
    const ask = await serve((n) => [largeValue(values[n] ?? Buffer.alloc(0))], buffers);
    const slow = await Promise.all([0, 1, 2].map(ask));
    for (const answer of slow) answer.pause();
    await sleep(50);
    const quick = await Promise.all([3, 4, 5].map(async (n) => digestOf(await ask(n))));
    expect(quick).toEqual(values.slice(3).map((bytes) => hash('sha256', bytes)));
    expect(await Promise.all(slow.map(digestOf))).toEqual(values.slice(0, 3).map((bytes) => hash('sha256', bytes)));
  });

  test('gives back nothing that another stream may hold', async () => {
    const buffers = new CountedBuffers(CHUNK, 64);
    const bytes = randomBytes(100 * CHUNK);
    const held: Uint8Array[] = [];
    await pipeline(
      streamOf([largeValue(bytes)], buffers).pipe(new PassThrough({ highWaterMark: bytes.length })),
      async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) held.push(chunk);
      },
    );
    expect(Buffer.concat(held).equals(bytes)).toBe(true);
    expect(buffers.memory.size).toBe(100);
  });

  test('sends texts as they are', async () => {
    const long = 'ß'.repeat(100_000);
    const ask = await serve(() => ['[', JSON.stringify(long), ']'], new ChunkBuffers(CHUNK, 4));
    expect(JSON.parse(await text(await ask(0)))).toEqual([long]);
  });
});
