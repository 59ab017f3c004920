import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyLength } from '../../large-data/body-length.js';

/** Bytes that may arrive one by one: each keeps 200 bytes while the body is collected. */
const LONG_BODY = 65_536;

/** Resolves once the stream has data, or ended, failed or closed. */
const changed = (payload: Readable): Promise<void> =>
  new Promise((resolve) => {
    const events = ['readable', 'end', 'error', 'close'];
    const wake = () => {
      for (const event of events) payload.off(event, wake);
      resolve();
    };
    for (const event of events) payload.on(event, wake);
  });

/** Chunks that were parsed together, as one. The iterator of Node 26 yields each. @throws Error of the stream */
async function* joined(payload: Readable): AsyncGenerator<Buffer> {
  while (!payload.readableEnded && !payload.destroyed) {
    const chunk: Buffer | null = payload.read(payload.readableLength || undefined);
    if (chunk === null) await changed(payload);
    else yield chunk;
  }
  if (!payload.readableEnded) throw payload.errored ?? new Error('The body ended early.');
}

/** A body of a million chunks of one byte takes no more memory than one of a single chunk. */
export function joinChunks(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isLong = payload === request.raw && bodyLength(request.headers) > LONG_BODY;
    done(null, isLong ? Readable.from(joined(request.raw), { objectMode: false }) : payload);
  });
}
