import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** An answer that is a file, sent as its bytes are read. Without `length` it is sent in chunks. */
export const streamedFile = (bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, length?: number) =>
  new StreamableFile(Readable.from(bytes, { objectMode: false }), length === undefined ? {} : { length });
