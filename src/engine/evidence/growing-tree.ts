import { EMPTY_ROOT, nodeHash } from './hashes.js';
import { TILE_HASHES, Tile } from './tile.js';

/** A full tile with its place: `index` counts the tiles of a level. */
export interface FullTile {
  readonly level: number;
  readonly index: number;
  readonly tile: Tile;
}

/** A Merkle tree (RFC 9162) that leaves are added to. It holds the tiles at its edge that are not full. */
export class GrowingTree {
  private readonly edge: Tile[];

  constructor(
    private leaves = 0,
    edge: readonly string[] = [],
  ) {
    this.edge = edge.map(Tile.read);
  }

  get size(): number {
    return this.leaves;
  }

  /** The tiles that are not full, by level. */
  get tiles(): readonly string[] {
    return this.edge.map(({ text }) => text);
  }

  /** Returns the tiles that became full, the lowest level first. */
  add(leaf: Uint8Array): readonly FullTile[] {
    this.leaves++;
    const full: FullTile[] = [];
    let hash = leaf;
    for (let level = 0; ; level++) {
      const tile = this.edge[level] ?? new Tile();
      this.edge[level] = tile;
      tile.add(hash);
      if (!tile.isFull) return full;
      full.push({ level, index: this.leaves / TILE_HASHES ** (level + 1) - 1, tile });
      this.edge[level] = new Tile();
      hash = tile.node(0, TILE_HASHES);
    }
  }

  root(): Buffer {
    let root: Buffer | undefined;
    for (const tile of this.edge) {
      for (let end = tile.count; end > 0; end -= end & -end) {
        const left = tile.node(end - (end & -end), end & -end);
        root = root ? nodeHash(left, root) : left;
      }
    }
    return root ?? EMPTY_ROOT;
  }
}
