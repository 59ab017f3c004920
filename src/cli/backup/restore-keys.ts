import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { Differs, Unreadable } from '../shared/failures.js';
import type { Parts } from '../shared/parts.js';
import { operationsOf } from '../shared/stores.js';
import { FOLDER_MODE } from './files.js';
import { keyEntries, keysIn } from './keys-file.js';

/** Entries that are written together. */
const BATCH = 500;
const KEY_FILE = /^(?:[\w-]+\/)?[\w-][\w.-]*\.json$/;

export async function restoreKeys(config: Config, parts: Parts, file: string): Promise<number> {
  const operations = await operationsOf(config, parts);
  try {
    return await replaceKeys(operations, parts.keyFiles, file);
  } finally {
    await operations.close();
  }
}

/**
 * The keys file counts: a key of the store that it lacks was ended since. Returns the number of keys.
 * @throws Differs, Unreadable
 */
export async function replaceKeys(operations: OperationalStore, keyFiles: string, file: string): Promise<number> {
  for await (const { key } of keyEntries(operations)) await operations.remove(key);
  let restored = 0;
  let batch: Promise<unknown>[] = [];
  for await (const line of keysIn(file)) {
    if ('file' in line) restoreKeyFile(join(keyFiles, fileName(line.file)), line.text);
    else batch.push(operations.put(line.key, line.value));
    restored++;
    if (batch.length < BATCH) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  await assertKept(operations, file);
  return restored;
}

function restoreKeyFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  writeFileSync(path, text, { flush: true });
}

function fileName(name: string): string {
  if (KEY_FILE.test(name)) return name;
  throw new Unreadable(`The keys file has a file named ${JSON.stringify(name)}, which is not a key.`);
}

async function assertKept(operations: OperationalStore, file: string): Promise<void> {
  for await (const line of keysIn(file)) {
    if (!('key' in line)) continue;
    const kept = await operations.get(line.key);
    if (JSON.stringify(kept?.value) === JSON.stringify(line.value)) continue;
    throw new Differs(`The operational store does not hold the key ${line.key.id} of the tenant ${line.key.tenantId}.`);
  }
}
