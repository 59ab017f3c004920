import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { GrowingTree } from '../../../src/engine/evidence/growing-tree.js';
import { leafHash } from '../../../src/engine/evidence/hashes.js';
import { Proofs } from '../../../src/engine/evidence/proofs.js';
import { Tile } from '../../../src/engine/evidence/tile.js';
import { isConsistent, isIncluded, rootOf } from './merkle-verifier.js';

const leafOf = (data: Uint8Array) => createHash('sha256').update(Buffer.of(0)).update(data).digest();

/** Leaves and roots of the tests of Certificate Transparency (RFC 6962 and 9162 have the same trees). */
const CT_LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const CT_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const MOST = 600;
const leaves = Array.from({ length: MOST }, (_, n) => leafOf(Buffer.from(`leaf ${n}`)));

/** A tree with the tiles that became full. */
function grown(size: number) {
  const tree = new GrowingTree();
  const full = new Map<string, Tile>();
  for (const leaf of leaves.slice(0, size))
    for (const { level, index, tile } of tree.add(leaf)) full.set(`${level}.${index}`, tile);
  const proofs = new Proofs(async (level, index) => {
    const tile = full.get(`${level}.${index}`) ?? Tile.read(tree.tiles[level] ?? '');
    return tile;
  });
  return { tree, proofs };
}
const { proofs } = grown(MOST);
const roots = Array.from({ length: MOST + 1 }, (_, size) => rootOf(leaves.slice(0, size)));
const changed = (hash: Uint8Array | undefined) => Buffer.from(hash ?? []).fill(0, 0, 1);

describe('a tree', () => {
  test('has the roots of the tests of Certificate Transparency', () => {
    const tree = new GrowingTree();
    const found = CT_LEAVES.map((data) => {
      tree.add(leafOf(Buffer.from(data, 'hex')));
      return tree.root().toString('hex');
    });
    expect(found).toEqual(CT_ROOTS);
    expect(new GrowingTree().root().toString('hex')).toBe(createHash('sha256').digest('hex'));
  });

  test('has the root of the RFC at every size', () => {
    const tree = new GrowingTree();
    for (const [n, leaf] of leaves.entries()) {
      tree.add(leaf);
      expect(tree.root(), `size ${n + 1}`).toEqual(roots[n + 1]);
    }
  });

  test('goes on from the tiles at its edge', () => {
    const { tree } = grown(511);
    const again = new GrowingTree(tree.size, tree.tiles);
    again.add(leaves[511] as Buffer);
    expect(again.root()).toEqual(roots[512]);
  });

  test('has levels of tiles', () => {
    const tree = new GrowingTree();
    const full: string[] = [];
    for (let n = 0; n < 65_536; n++)
      for (const { level, index } of tree.add(leaves[0] as Buffer)) full.push(`${level}.${index}`);
    expect(full.slice(-2)).toEqual(['0.255', '1.0']);
    expect(full).toHaveLength(257);
  });
});

describe('proofs', () => {
  test('have the roots of all sizes', async () => {
    for (let size = 0; size <= MOST; size++) expect(await proofs.root(size), `size ${size}`).toEqual(roots[size]);
  });

  test('of inclusion verify at every size, and wrong ones do not', async () => {
    for (let size = 1; size <= MOST; size += size < 300 ? 1 : 37) {
      const root = roots[size] as Buffer;
      for (let index = 0; index < size; index += size < 40 ? 1 : 29) {
        const hashes = await proofs.inclusion(index, size);
        const leaf = await proofs.leaf(index);
        const about = `leaf ${index} of ${size}`;
        expect(isIncluded(leaf, index, size, hashes, root), about).toBe(true);
        expect(isIncluded(changed(leaf), index, size, hashes, root), about).toBe(false);
        expect(isIncluded(leaf, index, size, [...hashes, root], root), about).toBe(false);
        if (hashes.length === 0) continue;
        expect(isIncluded(leaf, index, size, hashes.slice(1), root), about).toBe(false);
        expect(isIncluded(leaf, index, size, hashes.with(0, changed(hashes[0])), root), about).toBe(false);
        expect(isIncluded(leaf, index ^ 1, size, hashes, root) && (index ^ 1) < size, about).toBe(false);
      }
    }
  });

  test('of consistency verify at every pair of sizes, and wrong ones do not', async () => {
    for (let to = 1; to <= MOST; to += to < 70 ? 1 : 41) {
      for (let from = 1; from <= to; from += to < 70 ? 1 : 13) {
        const hashes = await proofs.consistency(from, to);
        const [first, second] = [roots[from] as Buffer, roots[to] as Buffer];
        const about = `from ${from} to ${to}`;
        expect(isConsistent(from, first, to, second, hashes), about).toBe(true);
        expect(isConsistent(from, changed(first), to, second, hashes), about).toBe(false);
        expect(isConsistent(from, first, to, changed(second), hashes), about).toBe(false);
        if (hashes.length === 0) continue;
        expect(isConsistent(from, first, to, second, hashes.slice(1)), about).toBe(false);
        expect(isConsistent(from, first, to, second, hashes.with(-1, changed(hashes.at(-1)))), about).toBe(false);
      }
    }
  });

  test('read few tiles', async () => {
    let reads = 0;
    const size = 3 * 65_536 + 5;
    const counted = new Proofs(async () => {
      reads++;
      return Tile.read(Buffer.alloc(8_192).toString('base64'));
    });
    await counted.inclusion(70_000, size);
    await counted.consistency(70_000, size);
    expect(reads).toBeLessThanOrEqual(8);
  });
});

describe('a leaf', () => {
  const event = { id: 'i', type: 'T', stream: 's', version: 12, body: '{"ü":1}' };

  test('is made of the parts with their lengths', () => {
    const parts = ['i', 'T', 's', '12', '{"ü":1}'].map((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    });
    expect(leafHash(event)).toEqual(leafOf(Buffer.concat(parts)));
  });

  test.each([[{ id: 'j' }], [{ type: 'U' }], [{ stream: 't' }], [{ version: 13 }], [{ body: '{"ü":2}' }]])(
    'changes with %j',
    (change) => expect(leafHash({ ...event, ...change })).not.toEqual(leafHash(event)),
  );

  test('does not let one part run into the next', () =>
    expect(leafHash({ ...event, id: 'iT', type: '' })).not.toEqual(leafHash({ ...event, id: 'i', type: 'T' })));
});
