import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bodyLength } from '../../large-data/body-length.js';
import { joinedChunks } from '../../large-data/joined-chunks.js';

/** Bytes that may arrive one by one: each keeps 200 bytes while the body is collected. */
const LONG_BODY = 65_536;

/** A body of a million chunks of one byte takes no more memory than one of a single chunk. */
export function joinChunks(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isLong = payload === request.raw && bodyLength(request.headers) > LONG_BODY;
    done(null, isLong ? Readable.from(joinedChunks(request.raw), { objectMode: false }) : payload);
  });
}
