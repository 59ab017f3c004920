import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { ID_BYTES, idBytes, LeafIds } from '../../../src/engine/evidence/leaf-ids.js';
import { TILE_HASHES } from '../../../src/engine/evidence/tile.js';
import { uuid7 } from '../../../src/kernel/ids.js';

const TENANT = '018f0000-0000-7000-8000-000000000001';
const idOf = (index: number) => uuid7(1_700_000_000_000, createHash('sha256').update(String(index)).digest());

/** Keeps the ids of this many full tiles; `again` repeats each tile, as after a crash. */
async function kept(tiles: number, again = false) {
  const operations = new SqliteOperationalStore(':memory:');
  const ids = new LeafIds(operations, TENANT);
  for (let tile = 0; tile < tiles; tile++) {
    const bytes = Buffer.alloc(TILE_HASHES * ID_BYTES);
    for (let n = 0; n < TILE_HASHES; n++) bytes.set(idBytes(idOf(tile * TILE_HASHES + n)), n * ID_BYTES);
    await ids.keep(tile, bytes);
    if (again) await ids.keep(tile, bytes);
  }
  return { ids, operations };
}

describe('ids of leaves', () => {
  test.each([
    [1, false],
    [15, false],
    [16, false],
    [33, true],
    [290, false],
  ])('are found among %d tiles, kept twice: %s', async (tiles, again) => {
    const { ids } = await kept(tiles, again);
    const step = tiles > 50 ? 211 : 17;
    for (let index = 0; index < tiles * TILE_HASHES; index += step) {
      expect(await ids.find(idBytes(idOf(index)), tiles)).toBe(index);
    }
    expect(await ids.find(idBytes(idOf(1_000_000)), tiles)).toBeUndefined();
  });

  test('of tiles that the tree does not have are not found', async () => {
    const { ids } = await kept(3);
    expect(await ids.find(idBytes(idOf(2 * TILE_HASHES)), 2)).toBeUndefined();
  });

  test('need few reads', async () => {
    const { operations } = await kept(290);
    let reads = 0;
    const counted = new Proxy(operations, {
      get(target, name, receiver) {
        if (name === 'get') reads++;
        const member = Reflect.get(target, name, receiver);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    await new LeafIds(counted, TENANT).find(idBytes(idOf(7)), 290);
    expect(reads).toBeLessThanOrEqual(3 * 16);
  });
});
