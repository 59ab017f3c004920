import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { ChunkBuffers } from '../../lib/chunk-buffers.js';
import { BLOB_CHUNK } from '../../ports/stores/blobs.js';
import type { Sealed } from '../../ports/stores/data-keys.js';

const CIPHER = 'aes-256-gcm';
/** JSON, which blobs of earlier versions are, does not begin so. */
const MAGIC = Buffer.from('\0sealed1');
const LENGTH_BYTES = 4;
const HEADER_MOST = 8_192;
const TAG = 16;
const NONCE = 12;

/** The beginning of a sealed file. The bytes follow in frames of 64 KiB, each with its tag. */
export interface SealedHeader {
  readonly sealed: Sealed;
  /** Bytes of the value. */
  readonly bytes: number;
}

interface Opened extends SealedHeader {
  /** Where the frames begin. */
  readonly from: number;
}

/** Every file has a key of its own, so the number of a frame is a nonce. */
function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(NONCE);
  nonce.writeUInt32BE(frame, NONCE - LENGTH_BYTES);
  return nonce;
}

/** undefined: a file of an earlier version, in clear. */
export async function headerOf(file: FileHandle): Promise<Opened | undefined> {
  const start = Buffer.alloc(MAGIC.length + LENGTH_BYTES);
  await file.read(start, 0, start.length, 0);
  if (start.compare(MAGIC, 0, MAGIC.length, 0, MAGIC.length) !== 0) return undefined;
  const header = Buffer.alloc(Math.min(start.readUInt32BE(MAGIC.length), HEADER_MOST));
  await file.read(header, 0, header.length, start.length);
  return { ...(JSON.parse(header.toString()) as SealedHeader), from: start.length + header.length };
}

export async function writeHeader(file: FileHandle, { sealed, bytes }: SealedHeader): Promise<void> {
  const header = Buffer.from(JSON.stringify({ sealed, bytes }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  await file.appendFile(Buffer.concat([MAGIC, length, header]));
}

/** Takes chunks of any size, and writes whole frames. */
export class FrameWriter {
  private readonly frame = Buffer.allocUnsafe(BLOB_CHUNK);
  private filled = 0;
  private frames = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly key: Buffer,
  ) {}

  async add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + BLOB_CHUNK - this.filled);
      this.frame.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === BLOB_CHUNK) await this.flush();
    }
  }

  /** Writes what is left. */
  async flush(): Promise<void> {
    if (this.filled === 0) return;
    const cipher = createCipheriv(CIPHER, this.key, nonceOf(this.frames++));
    const body = [cipher.update(this.frame.subarray(0, this.filled)), cipher.final(), cipher.getAuthTag()];
    this.filled = 0;
    await this.file.appendFile(Buffer.concat(body));
  }
}

/** The bytes, a frame at a time, each only when its tag is right. @throws Error when the file was changed */
export async function* openedFrames(
  file: FileHandle,
  { from, bytes }: Opened,
  key: Buffer,
  buffers?: ChunkBuffers,
): AsyncIterable<Uint8Array> {
  const frame = Buffer.allocUnsafe(BLOB_CHUNK + TAG);
  for (let at = 0, n = 0; at < bytes; n++) {
    const length = Math.min(BLOB_CHUNK, bytes - at);
    const { bytesRead } = await file.read(frame, 0, length + TAG, from + n * frame.length);
    if (bytesRead !== length + TAG) throw new Error('The file ends early.');
    const opening = createDecipheriv(CIPHER, key, nonceOf(n), { authTagLength: TAG });
    opening.setAuthTag(frame.subarray(length, length + TAG));
    const opened = opening.update(frame.subarray(0, length));
    opening.final();
    const chunk = buffers?.take();
    if (chunk) chunk.set(opened);
    yield chunk ? chunk.subarray(0, length) : opened;
    at += length;
  }
}
