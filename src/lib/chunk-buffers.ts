/**
 * Reused memory for chunks of large values. Without reuse, the garbage collector runs for every 64 MiB of memory
 * outside the heap.
 */
export class ChunkBuffers {
  private readonly free: ArrayBuffer[] = [];
  /** The garbage collector frees buffers that are never given back. */
  private readonly taken = new WeakSet<ArrayBufferLike>();

  /** Keeps at most `most` unused buffers of `bytes` each. */
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

  /** Call it after the last read of the chunk. It ignores memory that is not from here. */
  give({ buffer }: Uint8Array): void {
    if (!this.taken.delete(buffer) || this.free.length >= this.most) return;
    this.free.push(buffer as ArrayBuffer);
  }
}
