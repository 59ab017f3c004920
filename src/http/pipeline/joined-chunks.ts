import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Bytes that may arrive one by one: each keeps 200 bytes while the body is collected. */
const LONG_BODY = 65_536;

/** Chunks that were parsed together, as one. */
async function* joined(payload: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
}

/** Unbounded where the body comes in chunks; 0 without a body. */
const lengthOf = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/** A body of a million chunks of one byte takes no more memory than one of a single chunk. */
export function joinChunks(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isLong = payload === request.raw && lengthOf(request.headers) > LONG_BODY;
    done(null, isLong ? Readable.from(joined(request.raw), { objectMode: false }) : payload);
  });
}
