/** The source of a file failed, not the store. `cause` is its error. */
export class SourceFailed extends Error {}

/** The bytes of a source. @throws SourceFailed where it throws or has another size */
export async function* whole(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let taken = 0;
  try {
    for await (const chunk of source) {
      taken += chunk.length;
      if (taken > size) break;
      yield chunk;
    }
  } catch (cause) {
    throw new SourceFailed('The source failed.', { cause });
  }
  if (taken !== size)
    throw new SourceFailed('The source failed.', { cause: new RangeError(`${size} bytes were announced.`) });
}
