interface Entry<V> {
  readonly key: string;
  readonly value: V;
  /** Iteration goes by it: the order in which keys came. */
  readonly order: number;
}

type Leaf<V> = readonly Entry<V>[];
interface Branch<V> {
  readonly children: readonly (Node<V> | undefined)[];
}
type Node<V> = Leaf<V> | Branch<V>;

const BITS = 5;
const WIDTH = 2 ** BITS;
const LARGEST_LEAF = 8;
const LARGEST_SHIFT = 30;

const isLeaf = <V>(node: Node<V>): node is Leaf<V> => Array.isArray(node);

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const slot = (hash: number, shift: number): number => (hash >>> shift) & (WIDTH - 1);

/**
 * A map that never changes: `with` and `without` answer another one that shares all but O(log n) of this one. A fold of
 * n events that each change a key therefore costs O(n log n). Iterates in the order in which the keys came, as `Map`.
 */
export class PersistentMap<V> implements ReadonlyMap<string, V> {
  private constructor(
    private readonly root: Node<V>,
    readonly size: number,
    private readonly nextOrder: number,
  ) {}

  private static readonly none = new PersistentMap<never>([], 0, 0);

  static empty<V>(): PersistentMap<V> {
    return PersistentMap.none;
  }

  static of<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
    let map = PersistentMap.empty<V>();
    for (const [key, value] of entries) map = map.with(key, value);
    return map;
  }

  get(key: string): V | undefined {
    return this.find(key)?.value;
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  with(key: string, value: V): PersistentMap<V> {
    const known = this.find(key);
    const entry: Entry<V> = { key, value, order: known?.order ?? this.nextOrder };
    const root = put(this.root, entry, hashOf(key), 0);
    return new PersistentMap(root, this.size + (known ? 0 : 1), this.nextOrder + (known ? 0 : 1));
  }

  without(key: string): PersistentMap<V> {
    if (!this.has(key)) return this;
    if (this.size === 1) return PersistentMap.empty();
    return new PersistentMap(remove(this.root, key, hashOf(key), 0), this.size - 1, this.nextOrder);
  }

  forEach(callback: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const { key, value } of this.sorted()) callback(value, key, this);
  }

  *entries(): MapIterator<[string, V]> {
    for (const { key, value } of this.sorted()) yield [key, value];
  }

  *keys(): MapIterator<string> {
    for (const { key } of this.sorted()) yield key;
  }

  *values(): MapIterator<V> {
    for (const { value } of this.sorted()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  private find(key: string): Entry<V> | undefined {
    const hash = hashOf(key);
    let node: Node<V> | undefined = this.root;
    for (let shift = 0; node && !isLeaf(node); shift += BITS) node = node.children[slot(hash, shift)];
    return node?.find((entry) => entry.key === key);
  }

  private sorted(): readonly Entry<V>[] {
    const found: Entry<V>[] = [];
    const open: Node<V>[] = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (isLeaf(node)) found.push(...node);
      else for (const child of node.children) if (child) open.push(child);
    }
    return found.sort((a, b) => a.order - b.order);
  }
}

function put<V>(node: Node<V> | undefined, entry: Entry<V>, hash: number, shift: number): Node<V> {
  if (!node) return [entry];
  if (!isLeaf(node)) {
    const at = slot(hash, shift);
    return { children: node.children.with(at, put(node.children[at], entry, hash, shift + BITS)) };
  }
  const at = node.findIndex(({ key }) => key === entry.key);
  if (at >= 0) return node.with(at, entry);
  if (node.length < LARGEST_LEAF || shift > LARGEST_SHIFT) return [...node, entry];
  let branch: Node<V> = { children: new Array<undefined>(WIDTH).fill(undefined) };
  for (const each of [...node, entry]) branch = put(branch, each, hashOf(each.key), shift);
  return branch;
}

function remove<V>(node: Node<V>, key: string, hash: number, shift: number): Node<V> {
  if (isLeaf(node)) return node.filter((entry) => entry.key !== key);
  const at = slot(hash, shift);
  const child = node.children[at];
  return child ? { children: node.children.with(at, remove(child, key, hash, shift + BITS)) } : node;
}
