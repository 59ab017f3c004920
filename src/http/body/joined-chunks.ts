import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyLength } from '../../large-data/body-length.js';

/** Bytes that may arrive one by one: each keeps 200 bytes while the body is collected. */
const LONG_BODY = 65_536;

/** Chunks that were parsed together, as one. */
async function* joined(payload: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
}

/** A body of a million chunks of one byte takes no more memory than one of a single chunk. */
export function joinChunks(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isLong = payload === request.raw && bodyLength(request.headers) > LONG_BODY;
    done(null, isLong ? Readable.from(joined(request.raw), { objectMode: false }) : payload);
  });
}
