import { HASH_BYTES, nodeHash } from './hashes.js';

/** Hashes of a full tile: the nodes of one height side by side, as static logs of Certificate Transparency keep them. */
export const TILE_HASHES = 256;
/** Heights between the nodes of one level and those of the next. */
export const TILE_HEIGHT = 8;

/** Hashes of neighbours in the tree. A full tile has TILE_HASHES. */
export class Tile {
  count = 0;
  private readonly bytes: Buffer = Buffer.alloc(TILE_HASHES * HASH_BYTES);

  static read(text: string): Tile {
    const tile = new Tile();
    tile.count = tile.bytes.write(text, 'base64') / HASH_BYTES;
    return tile;
  }

  get isFull(): boolean {
    return this.count === TILE_HASHES;
  }

  get text(): string {
    return this.bytes.toString('base64', 0, this.count * HASH_BYTES);
  }

  add(hash: Uint8Array): void {
    this.bytes.set(hash, this.count * HASH_BYTES);
    this.count++;
  }

  /** The node above `count` hashes, which is a power of two. */
  node(from: number, count: number): Buffer {
    if (count === 1) return this.bytes.subarray(from * HASH_BYTES, (from + 1) * HASH_BYTES);
    return nodeHash(this.node(from, count / 2), this.node(from + count / 2, count / 2));
  }
}
