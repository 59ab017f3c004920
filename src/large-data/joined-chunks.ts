import type { Readable } from 'node:stream';

/** Resolves once the stream has data, or ended, failed or closed. */
const changed = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    const events = ['readable', 'end', 'error', 'close'];
    const wake = () => {
      for (const event of events) stream.off(event, wake);
      resolve();
    };
    for (const event of events) stream.on(event, wake);
  });

/** The chunks of a stream. Those that arrived together are one; the iterator of Node 26 yields each. @throws Error of the stream */
export async function* joinedChunks(stream: Readable): AsyncGenerator<Buffer> {
  while (!stream.readableEnded && !stream.destroyed) {
    const chunk: Buffer | null = stream.read(stream.readableLength || undefined);
    if (chunk === null) await changed(stream);
    else yield chunk;
  }
  if (!stream.readableEnded) throw stream.errored ?? new Error('The stream ended early.');
}
