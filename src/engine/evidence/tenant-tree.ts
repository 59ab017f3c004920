import type { Stored } from '../../ports/stores/event-store.js';
import { type EventPlace, placeOf } from '../log/tail/followed-event.js';
import { type FullTile, GrowingTree } from './growing-tree.js';
import { leafHash } from './hashes.js';
import { ID_BYTES, idBytes } from './leaf-ids.js';
import { TILE_HASHES } from './tile.js';

/** The tree of a tenant as the operational store keeps it, without its full tiles. */
export interface KeptTree {
  readonly size: number;
  /** The tiles that are not full, by level. */
  readonly edge: readonly string[];
  /** Bytes of the ids of the events in the first of them. */
  readonly ids: string;
  /** The last event in the tree. */
  readonly last?: EventPlace | undefined;
  /** Leaves behind the last checkpoint, apart from its own. */
  readonly unsealed: number;
}

export const EMPTY_TREE: KeptTree = { size: 0, edge: [], ids: '', unsealed: 0 };

/** The tree of a tenant in memory. */
export class TenantTree {
  readonly tree: GrowingTree;
  /** Bytes of the ids of the events in the last tile of leaves. */
  readonly ids = Buffer.alloc(TILE_HASHES * ID_BYTES);
  unsealed: number;
  /** It has leaves that are not kept. */
  isChanged = false;
  private last: EventPlace | undefined;

  constructor(
    readonly tenantId: string,
    kept: KeptTree,
    /** Revision of the kept tree. */
    public revision: number,
  ) {
    this.tree = new GrowingTree(kept.size, kept.edge);
    this.ids.write(kept.ids, 'base64');
    this.last = kept.last;
    this.unsealed = kept.unsealed;
  }

  has({ position }: Pick<Stored, 'position'>): boolean {
    return this.last !== undefined && position <= this.last.position;
  }

  /** Adds a leaf. `sealed`: the size that the event is a checkpoint of. Returns the tiles that became full. */
  add(event: Stored, sealed: number | undefined): readonly FullTile[] {
    const index = this.tree.size;
    this.ids.set(idBytes(event.id), (index % TILE_HASHES) * ID_BYTES);
    this.last = placeOf(event);
    this.unsealed = sealed === undefined ? this.unsealed + 1 : Math.max(0, index - sealed);
    this.isChanged = true;
    return this.tree.add(leafHash(event));
  }

  get kept(): KeptTree {
    const { size, tiles } = this.tree;
    const ids = this.ids.toString('base64', 0, (size % TILE_HASHES) * ID_BYTES);
    return { size, edge: tiles, ids, last: this.last, unsealed: this.unsealed };
  }
}
