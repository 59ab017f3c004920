import { EMPTY_ROOT, nodeHash } from './hashes.js';

/** The root of leaves that are added one by one, from the hashes of the largest full subtrees. It keeps no leaves. */
export class CompactRange {
  size = 0;
  /** By height; undefined where the tree has no such subtree at its edge. */
  private readonly edge: (Buffer | undefined)[] = [];

  add(leaf: Buffer): void {
    let hash = leaf;
    let height = 0;
    for (let left = this.edge[0]; left; left = this.edge[height]) {
      hash = nodeHash(left, hash);
      this.edge[height++] = undefined;
    }
    this.edge[height] = hash;
    this.size++;
  }

  root(): Buffer {
    let root: Buffer | undefined;
    for (const left of this.edge) if (left) root = root ? nodeHash(left, root) : left;
    return root ?? EMPTY_ROOT;
  }
}
