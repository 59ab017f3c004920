import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leafHash } from '../../src/engine/evidence/hashes.js';
import { EMPTY_TREE, TenantTree } from '../../src/engine/evidence/tenant-tree.js';
import { TreeMoved, TreeStore } from '../../src/engine/evidence/tree-store.js';
import { uuid7 } from '../../src/kernel/ids.js';
import type { Stored } from '../../src/ports/stores/event-store.js';
import type { OperationalStore } from '../../src/ports/stores/operational-store.js';
import { isIncluded, rootOf } from '../engine/evidence/merkle-verifier.js';

/** More than one full tile, and some leaves in a tile that is not full. */
const MANY = 530;

const eventsOf = (tenantId: string, count: number): readonly Stored[] =>
  Array.from({ length: count }, (_, n) => ({
    id: uuid7(1_700_000_000_000 + n, crypto.getRandomValues(new Uint8Array(10))),
    type: 'Done',
    stream: `thing-${tenantId}_a`,
    version: n + 1,
    position: 10 * (n + 1),
    body: `{"n":${n}}`,
  }));

async function loaded(trees: TreeStore, tenantId: string): Promise<TenantTree> {
  const kept = await trees.load(tenantId);
  return new TenantTree(tenantId, kept?.value ?? EMPTY_TREE, kept?.revision ?? 0);
}

/** Adds the events as a process does that keeps the tree after every hundred. */
async function grow(trees: TreeStore, tree: TenantTree, events: readonly Stored[]): Promise<void> {
  for (const [n, event] of events.entries()) {
    const full = tree.add(event, undefined);
    if (full.length > 0 || n % 100 === 0) await trees.keep(tree, full);
  }
  await trees.keep(tree, []);
}

/** What the trees of tenants promise on an operational store. `open` opens one more process on the same store. */
export function describeTreeStore(name: string, open: () => OperationalStore): void {
  describe(`trees of tenants: ${name}`, () => {
    test('another process reads their proofs, ids and place', async () => {
      const [trees, tenantId] = [new TreeStore(open()), randomUUID()];
      const events = eventsOf(tenantId, MANY);
      await grow(trees, await loaded(trees, tenantId), events);
      const tree = await new TreeStore(open()).read(tenantId);
      const leaves = events.map(leafHash);
      expect([tree.size, await tree.proofs.root(MANY)]).toEqual([MANY, rootOf(leaves)]);
      expect(await tree.position()).toBeGreaterThanOrEqual(10 * MANY);
      for (const index of [0, 255, 256, 511, 512, MANY - 1]) {
        expect(await tree.indexOf(events[index]?.id ?? '')).toBe(index);
        const proof = await tree.proofs.inclusion(index, MANY);
        expect(isIncluded(leaves[index] ?? Buffer.of(), index, MANY, proof, rootOf(leaves))).toBe(true);
      }
      expect(await tree.indexOf(eventsOf(tenantId, 1)[0]?.id ?? '')).toBeUndefined();
    });

    test('a full tile that is missing is an error, and no proof of zeros', async () => {
      const [operations, tenantId] = [open(), randomUUID()];
      const trees = new TreeStore(operations);
      await grow(trees, await loaded(trees, tenantId), eventsOf(tenantId, MANY));
      const tile = { tenantId, kind: 'log-tree', id: 'tile.0.1' };
      const kept = await operations.get(tile);
      await operations.remove(tile, kept?.revision);
      const tree = await trees.read(tenantId);
      await expect(tree.proofs.inclusion(300, MANY)).rejects.toThrow('lacks its tile 0.1');
    });

    test('another process goes on where one ended, also from an older state', async () => {
      const tenantId = randomUUID();
      const events = eventsOf(tenantId, MANY);
      const first = new TreeStore(open());
      await grow(first, await loaded(first, tenantId), events.slice(0, 200));
      // It died after a full tile and before the state.
      const dying = await loaded(first, tenantId);
      const unkept = new TreeStore(puttingOnly(open(), 'tile'));
      for (const event of events.slice(200, 300)) {
        const full = dying.add(event, undefined);
        if (full.length > 0) await expect(unkept.keep(dying, full)).rejects.toThrow(TreeMoved);
      }
      const second = new TreeStore(open());
      const tree = await loaded(second, tenantId);
      expect(tree.tree.size).toBe(200);
      await grow(second, tree, events.slice(200));
      expect(await (await second.read(tenantId)).proofs.root(MANY)).toEqual(rootOf(events.map(leafHash)));
    });

    test('of two processes that add at once one is told', async () => {
      const [one, other, tenantId] = [new TreeStore(open()), new TreeStore(open()), randomUUID()];
      const [mine, theirs] = [await loaded(one, tenantId), await loaded(other, tenantId)];
      const [event, next] = eventsOf(tenantId, 2) as [Stored, Stored];
      mine.add(event, undefined);
      theirs.add(event, undefined);
      const kept = await Promise.allSettled([one.keep(mine, []), other.keep(theirs, [])]);
      const told = kept.filter((each) => each.status === 'rejected');
      expect(told.map(({ reason }) => reason)).toEqual([expect.any(TreeMoved)]);
      const again = await loaded(other, tenantId);
      again.add(next, undefined);
      await other.keep(again, []);
      expect((await one.read(tenantId)).size).toBe(2);
    });

    test('of tenants are apart, and one that was never kept is empty', async () => {
      const [trees, mine, theirs] = [new TreeStore(open()), randomUUID(), randomUUID()];
      await grow(trees, await loaded(trees, mine), eventsOf(mine, 3));
      expect([(await trees.read(mine)).size, (await trees.read(theirs)).size]).toEqual([3, 0]);
    });
  });
}

/** Stores only entries whose id begins like this, as a process that was killed in between. */
function puttingOnly(operations: OperationalStore, prefix: string): OperationalStore {
  const put: OperationalStore['put'] = async (key, value, options) =>
    key.id.startsWith(prefix) ? operations.put(key, value, options) : false;
  return Object.assign(Object.create(operations), { put });
}
