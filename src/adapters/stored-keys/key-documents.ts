import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../lib/lru-cache.js';
import type { KeyWrap } from '../../ports/identity/key-wrap.js';
import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';
import { PuncturableTree } from './puncturable-tree.js';

export const DATA_KEY = 'data-key';
/** Bytes of a key, of a node of a tree with its place, and of the nodes on the way to a leaf. */
const BYTES = { key: 200, node: 200, path: 2_200 };
const PAGE = 100;

/** As stored: a wrapped key, a wrapped tree, or neither once it was ended. */
export interface KeyDocument {
  readonly key?: string;
  readonly tree?: string;
}

/** `missing`: the store has no document. */
export type HeldKey = Buffer | PuncturableTree | 'ended' | 'missing';

/** A document with the revision that a change of it rests on. */
interface Read {
  readonly held: HeldKey;
  readonly revision: number;
}

/** A document that is being read. It has changed meanwhile where it is old, and is read again. */
interface Reading {
  readonly name: string;
  isOld: boolean;
}

const purposeOf = (tenantId: string, id: string): string => `${tenantId}/${id}`;

const bytesOf = (held: HeldKey): number => {
  if (held instanceof PuncturableTree) return BYTES.path + BYTES.node * held.size;
  return BYTES.key;
};

/** The documents of keys in the operational store, wrapped, and a bounded number of them in memory. */
export class KeyDocuments {
  /** Rises when a document in memory is replaced or forgotten. */
  changes = 0;
  private readonly cache = lruCache<string, HeldKey>({ bytes: cacheBudgets.dataKeys, sizeOf: bytesOf });
  private readonly reading = new Set<Reading>();

  constructor(
    private readonly operations: OperationalStore,
    private readonly wrap: KeyWrap,
  ) {}

  /** undefined: it is not in memory. */
  held(tenantId: string, id: string): HeldKey | undefined {
    return this.cache.get(purposeOf(tenantId, id));
  }

  async load(tenantId: string, id: string): Promise<HeldKey> {
    const name = purposeOf(tenantId, id);
    for (;;) {
      const reading: Reading = { name, isOld: false };
      this.reading.add(reading);
      const { held } = await this.read(tenantId, id).finally(() => this.reading.delete(reading));
      if (reading.isOld) continue;
      this.cache.set(name, held);
      return held;
    }
  }

  /** Makes the document durable; where another process was first, its document counts. */
  async make(tenantId: string, id: string, made: Buffer | PuncturableTree): Promise<void> {
    const value = this.documentOf(tenantId, id, made);
    const isFirst = await this.operations.put({ tenantId, kind: DATA_KEY, id }, value, { expected: 0 });
    if (isFirst) this.cache.set(purposeOf(tenantId, id), made);
    else await this.load(tenantId, id);
  }

  /** Durable when it returns. Nothing makes the document again. */
  async end(tenantId: string, id: string): Promise<void> {
    const key = { tenantId, kind: DATA_KEY, id };
    const { held } = await this.read(tenantId, id);
    if (held !== 'ended') await this.operations.put<KeyDocument>(key, {});
    this.hold(tenantId, id, 'ended');
  }

  /** Changes a tree by compare-and-set. Does nothing where there is none. */
  async change(tenantId: string, id: string, changed: (tree: PuncturableTree) => PuncturableTree): Promise<void> {
    for (;;) {
      const { held, revision } = await this.read(tenantId, id);
      if (!(held instanceof PuncturableTree)) return;
      const tree = changed(held);
      const key = { tenantId, kind: DATA_KEY, id };
      const value = this.documentOf(tenantId, id, tree);
      if (tree !== held && !(await this.operations.put(key, value, { expected: revision }))) continue;
      this.hold(tenantId, id, tree);
      return;
    }
  }

  forgetAll(): void {
    this.changes++;
    for (const reading of this.reading) reading.isOld = true;
    this.cache.clear();
  }

  /** Ids of the documents whose ids begin with `prefix`. */
  async *ids(tenantId: string, prefix: string): AsyncGenerator<string, void, undefined> {
    for (let after: string | undefined; ; ) {
      const page: readonly Entry[] = await this.operations.list(tenantId, DATA_KEY, prefix, PAGE, after);
      for (const { key } of page) yield key.id;
      after = page.at(-1)?.key.id;
      if (page.length < PAGE) return;
    }
  }

  async remove(tenantId: string, id: string): Promise<void> {
    await this.operations.remove({ tenantId, kind: DATA_KEY, id });
    this.forget(tenantId, id);
  }

  private forget(tenantId: string, id: string): void {
    const name = purposeOf(tenantId, id);
    this.changes++;
    for (const reading of this.reading) if (reading.name === name) reading.isOld = true;
    this.cache.delete(name);
  }

  private hold(tenantId: string, id: string, held: HeldKey): void {
    this.forget(tenantId, id);
    this.cache.set(purposeOf(tenantId, id), held);
  }

  private async read(tenantId: string, id: string): Promise<Read> {
    const entry = await this.operations.get<KeyDocument>({ tenantId, kind: DATA_KEY, id });
    if (!entry) return { held: 'missing', revision: 0 };
    const { value, revision } = entry;
    const unwrap = (wrapped: string) => this.wrap.unwrap(purposeOf(tenantId, id), wrapped);
    if (value.tree !== undefined) return { held: PuncturableTree.read(unwrap(value.tree)), revision };
    return { held: value.key === undefined ? 'ended' : unwrap(value.key), revision };
  }

  private documentOf(tenantId: string, id: string, held: Buffer | PuncturableTree): KeyDocument {
    const purpose = purposeOf(tenantId, id);
    if (held instanceof PuncturableTree) return { tree: this.wrap.wrap(purpose, held.bytes) };
    return { key: this.wrap.wrap(purpose, held) };
  }
}
