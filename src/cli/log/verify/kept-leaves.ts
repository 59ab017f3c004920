import type { KeptTree } from '../../../engine/evidence/tenant-tree.js';
import { TILE_HASHES, Tile } from '../../../engine/evidence/tile.js';
import { TreeStore } from '../../../engine/evidence/tree-store.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';

/** The leaves of a tenant in the operational store. They name an event that differs; they prove nothing. */
export class KeptLeaves {
  private tree: KeptTree | undefined;
  private tile: Tile | undefined;

  private constructor(
    private readonly store: TreeStore | undefined,
    private readonly tenantId: string,
  ) {}

  static async of(operations: OperationalStore | undefined, tenantId: string): Promise<KeptLeaves> {
    const leaves = new KeptLeaves(operations && new TreeStore(operations), tenantId);
    leaves.tree = (await leaves.store?.load(tenantId))?.value;
    return leaves;
  }

  /** Before the first leaf of each tile. */
  async turnTo(index: number): Promise<void> {
    this.tile = undefined;
    if (!this.tree || index >= this.tree.size) return;
    const isFull = index + TILE_HASHES <= this.tree.size;
    const text = isFull ? await this.store?.tile(this.tenantId, 0, index / TILE_HASHES) : this.tree.edge[0];
    this.tile = text === undefined ? undefined : Tile.read(text);
  }

  /** Undefined: not kept. */
  isLeaf(index: number, leaf: Buffer): boolean | undefined {
    const at = index % TILE_HASHES;
    return this.tile && at < this.tile.count ? this.tile.node(at, 1).equals(leaf) : undefined;
  }
}
