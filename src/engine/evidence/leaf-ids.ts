import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { TILE_HASHES } from './tile.js';

/** Random bytes of an event id that find its leaf. */
export const ID_BYTES = 8;
const INDEX_BYTES = 4;
const ROW_BYTES = ID_BYTES + INDEX_BYTES;
const FANOUT = 16;
/** Runs of this level are merged no more: each has the ids of 1,048,576 leaves. */
const LAST_LEVEL = 3;
/** Runs are merged by 16, so that the sixteen before them are still there after a crash. */
const SLOTS = 2 * FANOUT;

/** Bytes of an id behind its version and variant; they are random or of a digest. */
export function idBytes(id: string): Buffer {
  const bytes = Buffer.alloc(ID_BYTES);
  bytes.write(id.slice(21, 23) + id.slice(24) + id.slice(19, 21), 'hex');
  return bytes;
}

const leavesOf = (level: number): number => TILE_HASHES * FANOUT ** level;

/** A hexadecimal digit of an id: the bucket of a run at the next level. */
const digitOf = (row: Uint8Array, level: number): number => ((row[level >> 1] ?? 0) >> (level % 2 === 0 ? 4 : 0)) & 15;

/**
 * Finds the leaf of an event by its id. The ids of a full tile are a run. Sixteen runs of a level become one run of the
 * next, in sixteen times as many buckets by the first digits of the ids. A search reads a bucket of each run.
 */
export class LeafIds {
  constructor(
    private readonly operations: OperationalStore,
    private readonly tenantId: string,
  ) {}

  /** Keeps the ids of the full tile `index`. A repeat keeps the same. */
  async keep(index: number, ids: Uint8Array): Promise<void> {
    const rows = Buffer.alloc(TILE_HASHES * ROW_BYTES);
    for (let n = 0; n < TILE_HASHES; n++) {
      rows.set(ids.subarray(n * ID_BYTES, (n + 1) * ID_BYTES), n * ROW_BYTES);
      rows.writeUInt32BE(n, n * ROW_BYTES + ID_BYTES);
    }
    await this.write(0, index, 0, rows);
    for (let level = 0, runs = index + 1; level < LAST_LEVEL && runs % FANOUT === 0; level++) {
      runs /= FANOUT;
      await this.merge(level, runs - 1);
    }
  }

  /** Index of the leaf of an event among those of the first `tiles` full tiles. */
  async find(id: Uint8Array, tiles: number): Promise<number | undefined> {
    for (let level = LAST_LEVEL; level >= 0; level--) {
      const runs = Math.floor(tiles / FANOUT ** level);
      const first = level === LAST_LEVEL ? 0 : runs - (runs % FANOUT);
      const own = Array.from({ length: runs - first }, (_, n) => this.inRun(id, level, first + n));
      const found = (await Promise.all(own)).find((index) => index !== undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async inRun(id: Uint8Array, level: number, run: number): Promise<number | undefined> {
    let bucket = 0;
    for (let each = 0; each < level; each++) bucket = bucket * FANOUT + digitOf(id, each);
    const rows = await this.read(level, run, bucket);
    for (let at = 0; at < rows.length; at += ROW_BYTES) {
      if (rows.compare(id, 0, ID_BYTES, at, at + ID_BYTES) !== 0) continue;
      return run * leavesOf(level) + rows.readUInt32BE(at + ID_BYTES);
    }
    return undefined;
  }

  /** Bucket by bucket, so that memory stays small. */
  private async merge(level: number, run: number): Promise<void> {
    for (let bucket = 0; bucket < FANOUT ** level; bucket++) {
      const sources = Array.from({ length: FANOUT }, (_, n) => this.read(level, run * FANOUT + n, bucket));
      const apart: Buffer[][] = Array.from({ length: FANOUT }, () => []);
      for (const [n, rows] of (await Promise.all(sources)).entries()) {
        for (let at = 0; at < rows.length; at += ROW_BYTES) {
          const row = rows.subarray(at, at + ROW_BYTES);
          row.writeUInt32BE(n * leavesOf(level) + row.readUInt32BE(ID_BYTES), ID_BYTES);
          apart[digitOf(row, level)]?.push(row);
        }
      }
      const written = apart.map((rows, n) => this.write(level + 1, run, bucket * FANOUT + n, Buffer.concat(rows)));
      await Promise.all(written);
    }
  }

  private keyOf(level: number, run: number, bucket: number) {
    const slot = level === LAST_LEVEL ? run : run % SLOTS;
    return { tenantId: this.tenantId, kind: 'log-tree', id: `ids.${level}.${slot}.${bucket}` };
  }

  private async read(level: number, run: number, bucket: number): Promise<Buffer> {
    const entry = await this.operations.get<string>(this.keyOf(level, run, bucket));
    return Buffer.from(entry?.value ?? '', 'base64');
  }

  private async write(level: number, run: number, bucket: number, rows: Buffer): Promise<void> {
    await this.operations.put(this.keyOf(level, run, bucket), rows.toString('base64'), { relaxed: true });
  }
}
