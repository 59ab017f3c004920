import { createHmac } from 'node:crypto';

const LEVELS = 10;
/** Leaves of a tree. */
export const LEAVES = 2 ** LEVELS;
const KEY_BYTES = 32;
const INDEX_BYTES = 2;
const NODE_BYTES = INDEX_BYTES + KEY_BYTES;
const ROOT = 1;
const BITS = [Buffer.from([0]), Buffer.from([1])] as const;

/** Leaves from one place to another, both inclusive. */
export type LeafRange = readonly [from: number, to: number];

/** Child nodes of node i are 2i and 2i + 1, so that the leaves are the nodes from `LEAVES` on. */
const child = (key: Buffer, index: number): Buffer =>
  createHmac('sha256', key)
    .update(BITS[(index % 2) as 0 | 1])
    .digest();

function leavesOf(index: number): LeafRange {
  const height = LEVELS - (31 - Math.clz32(index));
  const first = (index << height) - LEAVES;
  return [first, first + (1 << height) - 1];
}

const isLeaf = (place: number): boolean => Number.isInteger(place) && place >= 0 && place < LEAVES;

/**
 * Keys of 1,024 leaves. Each node is derived from the one above it (GGM). To take a leaf away, the nodes above it give
 * way to their other children, from which every other leaf derives.
 */
export class PuncturableTree {
  /** The nodes on the way to the last leaf, by their level: neighbours share most of them. */
  private readonly path: (readonly [index: number, key: Buffer] | undefined)[] = [];

  private constructor(private readonly nodes: ReadonlyMap<number, Buffer>) {}

  static from(root: Buffer): PuncturableTree {
    return new PuncturableTree(new Map([[ROOT, root]]));
  }

  /** Undoes `bytes`. @throws Error when they are not a tree */
  static read(bytes: Buffer): PuncturableTree {
    if (bytes.length % NODE_BYTES !== 0) throw new Error('The bytes are not a tree of keys.');
    const nodes = new Map<number, Buffer>();
    for (let at = 0; at < bytes.length; at += NODE_BYTES) {
      nodes.set(bytes.readUInt16BE(at), bytes.subarray(at + INDEX_BYTES, at + NODE_BYTES));
    }
    return new PuncturableTree(nodes);
  }

  get bytes(): Buffer {
    const all = Buffer.alloc(this.nodes.size * NODE_BYTES);
    let at = 0;
    for (const [index, key] of this.nodes) {
      all.writeUInt16BE(index, at);
      key.copy(all, at + INDEX_BYTES);
      at += NODE_BYTES;
    }
    return all;
  }

  /** Number of nodes that are kept. */
  get size(): number {
    return this.nodes.size;
  }

  /** The key of a leaf; undefined when it was taken away. */
  leaf(place: number): Buffer | undefined {
    if (!isLeaf(place)) return undefined;
    const leaf = LEAVES + place;
    let level = LEVELS;
    let key = this.known(leaf, level);
    while (!key && level > 0) {
      level--;
      key = this.known(leaf >> (LEVELS - level), level);
    }
    while (key && level < LEVELS) {
      level++;
      const index: number = leaf >> (LEVELS - level);
      key = child(key, index);
      this.path[level] = [index, key];
    }
    return key;
  }

  /** The tree without these leaves; the same one when it has none of them. */
  without(gone: readonly LeafRange[]): PuncturableTree {
    const left = new Map<number, Buffer>();
    let isChanged = false;
    const keep = (index: number, key: Buffer): void => {
      const [first, last] = leavesOf(index);
      if (gone.every(([from, to]) => last < from || to < first)) {
        left.set(index, key);
        return;
      }
      isChanged = true;
      if (gone.some(([from, to]) => from <= first && last <= to)) return;
      for (const each of [2 * index, 2 * index + 1]) keep(each, child(key, each));
    };
    for (const [index, key] of this.nodes) keep(index, key);
    return isChanged ? new PuncturableTree(left) : this;
  }

  private known(index: number, level: number): Buffer | undefined {
    const passed = this.path[level];
    return passed?.[0] === index ? passed[1] : this.nodes.get(index);
  }
}
