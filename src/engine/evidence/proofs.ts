import { EMPTY_ROOT, nodeHash } from './hashes.js';
import { TILE_HASHES, TILE_HEIGHT, type Tile } from './tile.js';

/** Reads a tile, which is full or at the edge of the tree. */
export type ReadTile = (level: number, index: number) => Promise<Tile>;

/** Proofs from tiles (RFC 9162, 2.1.3 and 2.1.4). A proof reads at most two tiles a level of the tree. */
export class Proofs {
  private readonly known = new Map<string, Promise<Tile>>();

  constructor(private readonly read: ReadTile) {}

  leaf(index: number): Promise<Buffer> {
    return this.node(index, 1);
  }

  /** Root of the first `size` leaves. */
  async root(size: number): Promise<Buffer> {
    return size === 0 ? EMPTY_ROOT : this.range(0, size);
  }

  /** Proves that leaf `index` is in the tree of `size` leaves. */
  inclusion(index: number, size: number): Promise<readonly Buffer[]> {
    return this.path(index, 0, size);
  }

  /** Proves that the tree of `from` leaves, at least one, begins that of `to` leaves. */
  consistency(from: number, to: number): Promise<readonly Buffer[]> {
    return this.subproof(from, 0, to, true);
  }

  private async path(index: number, start: number, end: number): Promise<readonly Buffer[]> {
    if (end - start === 1) return [];
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...(await this.path(index, start, middle)), await this.range(middle, end)]
      : [...(await this.path(index, middle, end)), await this.range(start, middle)];
  }

  private async subproof(from: number, start: number, end: number, isWhole: boolean): Promise<readonly Buffer[]> {
    if (from === end) return isWhole ? [] : [await this.range(start, end)];
    const middle = start + splitOf(end - start);
    return from <= middle
      ? [...(await this.subproof(from, start, middle, isWhole)), await this.range(middle, end)]
      : [...(await this.subproof(from, middle, end, false)), await this.range(start, middle)];
  }

  /** `start` is a multiple of the power of two that is the largest below the length. */
  private async range(start: number, end: number): Promise<Buffer> {
    const length = end - start;
    const split = splitOf(length);
    if (length === 2 * split) return this.node(start / length, length);
    return nodeHash(await this.range(start, start + split), await this.range(start + split, end));
  }

  /** The node above `leaves`, a power of two, among those of its height. */
  private async node(index: number, leaves: number): Promise<Buffer> {
    const level = Math.floor(Math.log2(leaves) / TILE_HEIGHT);
    const count = leaves / TILE_HASHES ** level;
    const first = index * count;
    const tile = await this.tile(level, Math.floor(first / TILE_HASHES));
    return tile.node(first % TILE_HASHES, count);
  }

  private tile(level: number, index: number): Promise<Tile> {
    const key = `${level}.${index}`;
    const known = this.known.get(key) ?? this.read(level, index);
    this.known.set(key, known);
    return known;
  }
}

/** The largest power of two below a number; 0.5 is that below 1. */
const splitOf = (length: number): number => 2 ** (Math.ceil(Math.log2(length)) - 1);
