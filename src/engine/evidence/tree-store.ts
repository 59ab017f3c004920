import type { Position } from '../../kernel/event.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';
import type { EventPlace } from '../log/tail/followed-event.js';
import type { FullTile } from './growing-tree.js';
import { ID_BYTES, idBytes, LeafIds } from './leaf-ids.js';
import { Proofs } from './proofs.js';
import { EMPTY_TREE, type KeptTree, type TenantTree } from './tenant-tree.js';
import { TILE_HASHES, Tile } from './tile.js';

/** Name of the subscriber that builds the trees. */
export const TREES = 'log-trees';
/** Its checkpoint. */
const FOLLOWED = { tenantId: NO_TENANT, kind: 'process', id: TREES };

/** Another process has added to the tree. */
export class TreeMoved extends Error {}

const stateKey = (tenantId: string) => ({ tenantId, kind: 'log-tree', id: 'tree' });
const tileKey = (tenantId: string, level: number, index: number) => ({
  tenantId,
  kind: 'log-tree',
  id: `tile.${level}.${index}`,
});

/** The tree of a tenant to read: it has as many leaves as it was kept with. */
export interface ReadableTree {
  readonly size: number;
  readonly proofs: Proofs;
  /** Position up to which it has the events of the log. */
  position(): Promise<Position>;
  /** Index of the leaf of an event. */
  indexOf(eventId: string): Promise<number | undefined>;
}

/** Trees of tenants in the operational store: their full tiles, and their sizes with the tiles that are not full. */
export class TreeStore {
  constructor(private readonly operations: OperationalStore) {}

  load(tenantId: string): Promise<Entry<KeptTree> | undefined> {
    return this.operations.get<KeptTree>(stateKey(tenantId));
  }

  /** Full tiles first. A crash of the machine may lose what was kept last, and the log is then read again. @throws TreeMoved */
  async keep(tree: TenantTree, full: readonly FullTile[]): Promise<void> {
    const { tenantId, revision } = tree;
    for (const { level, index, tile } of full) {
      await this.operations.put(tileKey(tenantId, level, index), tile.text, { relaxed: true });
      if (level === 0) await new LeafIds(this.operations, tenantId).keep(index, tree.ids);
    }
    const options = { expected: revision, relaxed: true } as const;
    if (!(await this.operations.put(stateKey(tenantId), tree.kept, options))) {
      throw new TreeMoved(`Another process has added to the tree of tenant ${tenantId}`);
    }
    tree.revision = revision + 1;
    tree.isChanged = false;
  }

  async read(tenantId: string): Promise<ReadableTree> {
    const { size, edge, ids, last } = (await this.load(tenantId))?.value ?? EMPTY_TREE;
    const proofs = new Proofs(async (level, index) => {
      const isFull = index < Math.floor(size / TILE_HASHES ** (level + 1));
      if (!isFull) return Tile.read(edge[level] ?? '');
      const kept = await this.tile(tenantId, level, index);
      // Without it each proof would be of zeros, and look like a log that was changed.
      if (kept === undefined) throw new Error(`The tree of tenant ${tenantId} lacks its tile ${level}.${index}`);
      return Tile.read(kept);
    });
    return {
      size,
      proofs,
      position: async () =>
        Math.max(last?.position ?? 0, (await this.operations.get<EventPlace>(FOLLOWED))?.value.position ?? 0),
      indexOf: (id) => this.indexOf(tenantId, size, ids, id),
    };
  }

  async tile(tenantId: string, level: number, index: number): Promise<string | undefined> {
    return (await this.operations.get<string>(tileKey(tenantId, level, index)))?.value;
  }

  private async indexOf(tenantId: string, size: number, ids: string, eventId: string): Promise<number | undefined> {
    const id = idBytes(eventId);
    const newest = Buffer.from(ids, 'base64');
    const tiles = Math.floor(size / TILE_HASHES);
    for (let n = 0; n * ID_BYTES < newest.length; n++) {
      if (newest.compare(id, 0, ID_BYTES, n * ID_BYTES, (n + 1) * ID_BYTES) === 0) return tiles * TILE_HASHES + n;
    }
    return new LeafIds(this.operations, tenantId).find(id, tiles);
  }
}
