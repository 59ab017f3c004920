import { hash } from 'node:crypto';

const LEVELS = 10;
/** Leaves of a tree. */
export const LEAVES = 2 ** LEVELS;
const KEY_BYTES = 32;
const INDEX_BYTES = 2;
const NODE_BYTES = INDEX_BYTES + KEY_BYTES;
const ROOT = 1;

/** 32 bytes as a string of as many characters, which the hash function takes and returns fastest. */
type Key = string;

/** Leaves from one place to another, both inclusive. */
export type LeafRange = readonly [from: number, to: number];

/** The two children of a node. `first` is the index of the left one. */
interface Pair {
  readonly first: number;
  readonly left: Key;
  readonly right: Key;
}

const scratch = Buffer.alloc(KEY_BYTES);

/** Child nodes of node i are 2i and 2i + 1, so that the leaves are the nodes from `LEAVES` on. */
function children(key: Key, index: number): Pair {
  scratch.write(key, 'latin1');
  const both = hash('sha512', scratch, 'binary');
  return { first: 2 * index, left: both.slice(0, KEY_BYTES), right: both.slice(KEY_BYTES) };
}

const of = ({ left, right }: Pair, index: number): Key => (index % 2 === 0 ? left : right);

function leavesOf(index: number): LeafRange {
  const height = LEVELS - (31 - Math.clz32(index));
  const first = (index << height) - LEAVES;
  return [first, first + (1 << height) - 1];
}

const isLeaf = (place: number): boolean => Number.isInteger(place) && place >= 0 && place < LEAVES;

/**
 * Keys of 1,024 leaves. The halves of SHA-512 of a node are its children (GGM). To take a leaf away, the nodes above it
 * give way to their other children, from which every other leaf derives.
 */
export class PuncturableTree {
  /** The nodes on the way to the last leaf and their siblings, by level: neighbours share most of them. */
  private readonly path: (Pair | undefined)[] = [];

  private constructor(private readonly nodes: ReadonlyMap<number, Key>) {}

  static from(root: Buffer): PuncturableTree {
    return new PuncturableTree(new Map([[ROOT, root.toString('latin1')]]));
  }

  /** Undoes `bytes`. @throws Error when they are not a tree */
  static read(bytes: Buffer): PuncturableTree {
    if (bytes.length % NODE_BYTES !== 0) throw new Error('The bytes are not a tree of keys.');
    const nodes = new Map<number, Key>();
    for (let at = 0; at < bytes.length; at += NODE_BYTES) {
      nodes.set(bytes.readUInt16BE(at), bytes.toString('latin1', at + INDEX_BYTES, at + NODE_BYTES));
    }
    return new PuncturableTree(nodes);
  }

  get bytes(): Buffer {
    const all = Buffer.alloc(this.nodes.size * NODE_BYTES);
    let at = 0;
    for (const [index, key] of this.nodes) {
      all.writeUInt16BE(index, at);
      all.write(key, at + INDEX_BYTES, 'latin1');
      at += NODE_BYTES;
    }
    return all;
  }

  /** Number of nodes that are kept. */
  get size(): number {
    return this.nodes.size;
  }

  /** The key of a leaf as a string of 32 bytes; undefined when it was taken away. */
  leaf(place: number): Key | undefined {
    if (!isLeaf(place)) return undefined;
    const leaf = LEAVES + place;
    let level = LEVELS;
    let key = this.known(leaf, level);
    while (key === undefined && level > 0) {
      level--;
      key = this.known(leaf >> (LEVELS - level), level);
    }
    while (key !== undefined && level < LEVELS) {
      const pair = children(key, leaf >> (LEVELS - level));
      level++;
      this.path[level] = pair;
      key = of(pair, leaf >> (LEVELS - level));
    }
    return key;
  }

  /** The tree without these leaves; the same one when it has none of them. */
  without(gone: readonly LeafRange[]): PuncturableTree {
    const left = new Map<number, Key>();
    let isChanged = false;
    const keep = (index: number, key: Key): void => {
      const [first, last] = leavesOf(index);
      if (gone.every(([from, to]) => last < from || to < first)) {
        left.set(index, key);
        return;
      }
      isChanged = true;
      if (gone.some(([from, to]) => from <= first && last <= to)) return;
      const pair = children(key, index);
      keep(pair.first, pair.left);
      keep(pair.first + 1, pair.right);
    };
    for (const [index, key] of this.nodes) keep(index, key);
    return isChanged ? new PuncturableTree(left) : this;
  }

  private known(index: number, level: number): Key | undefined {
    const pair = this.path[level];
    return pair && pair.first === index - (index % 2) ? of(pair, index) : this.nodes.get(index);
  }
}
