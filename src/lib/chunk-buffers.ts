/**
 * Memory for chunks of large values, filled again and again: memory outside the heap that is only dropped makes the
 * garbage collector run for every 64 MiB of it.
 */
export class ChunkBuffers {
  private readonly free: ArrayBuffer[] = [];
  /** What is taken and never given back is left to the garbage collector. */
  private readonly taken = new WeakSet<ArrayBufferLike>();

  /** Keeps at most `most` buffers of `bytes` each that nobody uses. */
  constructor(
    private readonly bytes: number,
    private readonly most: number,
  ) {}

  /** Its content is what was in it before. */
  take(): Uint8Array {
    const buffer = this.free.pop() ?? new ArrayBuffer(this.bytes);
    this.taken.add(buffer);
    return new Uint8Array(buffer);
  }

  /** Call it once nobody reads the chunk any more. Memory that is not taken from here is left alone. */
  give({ buffer }: Uint8Array): void {
    if (!this.taken.delete(buffer) || this.free.length >= this.most) return;
    this.free.push(buffer as ArrayBuffer);
  }
}
