import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { limits } from '../../catalogue/limits/limits.js';
import { ChunkBuffers } from '../../lib/chunk-buffers.js';
import type { LargeValue } from './answer-row.js';

/** A receiver that takes nothing for this time is cut off. */
const STALLED_MS = 30_000;
/** Buffers that wait for the next answer: 4 MiB. */
const MOST_FREE = 64;

/** Memory of the chunks of answers. */
export const answerBuffers = (): ChunkBuffers => new ChunkBuffers(limits.chunkBytes, MOST_FREE);

/** The pieces as an answer. Nest sends a `StreamableFile` as it is, and any other stream through two of its own. */
export const streamed = (pieces: Iterable<string | LargeValue>, buffers: ChunkBuffers): StreamableFile =>
  new StreamableFile(streamOf(pieces, buffers));

/** The pieces as they are taken by the receiver. The memory of a chunk is used again once the chunk is sent. */
export function streamOf(pieces: Iterable<string | LargeValue>, buffers: ChunkBuffers): Readable {
  const chunks = chunksOf(pieces, buffers, () => stream.destroy(new Error('The receiver takes nothing.')));
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: limits.chunkBytes });
  const pipe = stream.pipe.bind(stream);
  stream.pipe = (to, options) => (isResponse(to) ? sendTo(to, stream, buffers, options) : pipe(to, options));
  return stream;
}

const isResponse = (to: object): to is ServerResponse => 'headersSent' in to;

/**
 * Like `pipe`, which does not report when a chunk is sent. Only a response reports it; another stream may hold a chunk
 * for longer. Chunks that a closed connection did not take are not given back.
 */
function sendTo<T extends ServerResponse>(to: T, stream: Readable, buffers: ChunkBuffers, { end = true } = {}): T {
  stream.on('data', (chunk: Uint8Array) => {
    const goesOn = to.write(chunk, (error) => {
      if (!error) buffers.give(chunk);
    });
    if (!goesOn) stream.pause();
  });
  to.on('drain', () => stream.resume());
  if (end) stream.on('end', () => to.end());
  return to;
}

async function* chunksOf(
  pieces: Iterable<string | LargeValue>,
  buffers: ChunkBuffers,
  stalled: () => void,
): AsyncGenerator<string | Uint8Array> {
  for (const piece of pieces) {
    for await (const chunk of typeof piece === 'string' ? [piece] : piece.read(buffers)) {
      const timer = setTimeout(stalled, STALLED_MS);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
