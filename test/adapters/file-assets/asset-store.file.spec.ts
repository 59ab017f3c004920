import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { FileAssets } from '../../../src/adapters/file-assets/file-assets.js';
import { MemoryAssets } from '../../../src/adapters/file-assets/memory-assets.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { describeAssetStore } from '../../contracts/asset-store.contract.js';

const folder = mkdtempSync(join(tmpdir(), 'tidings-assets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeAssetStore('folder', async () => new FileAssets(join(folder, 'contract'), systemClock));
describeAssetStore('memory', async () => new MemoryAssets());

async function* one() {
  yield Buffer.from('x');
}

describe('asset store: folder', () => {
  test('nothing unfinished stays, and the folder of a message goes with its last file', async () => {
    const place = join(folder, 'one');
    const store = new FileAssets(place, systemClock);
    const file = { tenantId: randomUUID(), messageId: randomUUID(), name: 'content' };
    await store.put(file, one(), 1);
    await expect(store.put(file, one(), 2)).rejects.toThrow(RangeError);
    expect(readdirSync(join(place, 'incoming'))).toEqual([]);
    expect(readdirSync(place, { recursive: true })).toContain(
      `${file.tenantId}/${file.messageId.slice(-2)}/${file.messageId}/content`,
    );
    await store.remove(file);
    expect(readdirSync(join(place, file.tenantId, file.messageId.slice(-2)))).toEqual([]);
  });

  test('what a killed upload left a day ago is removed, and what is under way stays', async () => {
    const place = join(folder, 'swept');
    const store = new FileAssets(place, systemClock);
    const dayAgo = Date.now() / 1_000 - 86_401;
    for (const name of ['half', 'under-way']) writeFileSync(join(place, 'incoming', name), 'ha');
    utimesSync(join(place, 'incoming', 'half'), dayAgo, dayAgo);
    await store.sweep();
    expect(readdirSync(join(place, 'incoming'))).toEqual(['under-way']);
  });

  test.runIf(process.platform === 'linux')('a file that nobody reads is not open', async () => {
    const store = new FileAssets(join(folder, 'unread'), systemClock);
    const file = { tenantId: randomUUID(), messageId: randomUUID(), name: 'content' };
    await store.put(file, one(), 1);
    const unread = Readable.from((await store.open(file)) ?? []);
    unread.destroy();
    await once(unread, 'close');
    const opened = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    });
    expect(opened.filter((path) => path.startsWith(join(folder, 'unread')))).toEqual([]);
  });

  test('a disk that fails is told as unavailable', async () => {
    const place = join(folder, 'failing');
    const store = new FileAssets(place, systemClock);
    const file = { tenantId: randomUUID(), messageId: randomUUID(), name: 'content' };
    writeFileSync(join(place, file.tenantId), 'a file where a folder belongs');
    await expect(store.put(file, one(), 1)).rejects.toThrow(StoreUnavailable);
    await expect(store.open(file)).rejects.toThrow(StoreUnavailable);
  });
});
