import { existsSync } from 'node:fs';
import { keyWrapOf } from '../../adapters/file-keys/file-key-wrap.js';
import { masterKeyFile, masterKeyIn } from '../../adapters/file-keys/master-key.js';
import { StoredDataKeys } from '../../adapters/stored-keys/stored-data-keys.js';
import { vocabulary } from '../../composition/registry.js';
import type { Config } from '../../config/config.js';
import { codecFor, type EventAsStored } from '../../engine/log/codec.js';
import { EventLog, type ReadFailure } from '../../engine/log/event-log.js';
import { OpenedEvents } from '../../engine/log/sealing/opened-events.js';
import { parseStreamName } from '../../kernel/stream.js';
import type { DataKeys } from '../../ports/stores/data-keys.js';
import type { EventStore, Stored } from '../../ports/stores/event-store.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { Unreadable } from './failures.js';
import { partsOf } from './parts.js';
import { logOf, operationsOf, type ReadableLog } from './stores.js';

/** The log with its keys, and the operational store that holds them. */
export interface OpenedLog {
  readonly log: EventLog;
  readonly operations: OperationalStore;
  readonly keys: DataKeys;
  /** Events in the schema versions in which they were written, or why they cannot be read. */
  asStored(stored: readonly Stored[]): Promise<readonly (EventAsStored | ReadFailure)[]>;
  /** Keys that ended since are known from now on. */
  forgetKeys(): void;
  close(): Promise<void>;
}

/** Reads and opens the log while services write it. @throws Unreadable, StartRefused, StoreUnavailable */
export async function openedLog(config: Config, { tenantId }: { readonly tenantId?: string | undefined } = {}) {
  const parts = partsOf(config);
  const stored = await logOf(config, parts, { follows: true });
  const operations = await operationsOf(config, parts);
  const keys = new StoredDataKeys(operations, keyWrapOf(masterKeyOf(config)));
  const store = (tenantId === undefined ? stored : ofTenant(stored, tenantId)) as EventStore;
  const codec = codecFor(vocabulary, keys);
  const log = new EventLog(store, codec);
  const events = new OpenedEvents(codec, log.damaged);
  const opened: OpenedLog = {
    log,
    operations,
    keys,
    asStored: (stored) => events.asStored(stored),
    forgetKeys() {
      keys.forgetAll();
      log.forgetOpened();
    },
    async close() {
      await operations.close();
      await stored.close();
    },
  };
  return opened;
}

/** @throws Unreadable */
function masterKeyOf({ dataDir, masterKey }: Config): Buffer {
  const path = masterKeyFile(dataDir);
  if (!masterKey && !existsSync(path)) throw new Unreadable(`${path} does not exist, and MASTER_KEY is not set.`);
  return masterKeyIn(dataDir, masterKey);
}

/** Of other tenants nothing is opened. Only an empty page says that the log ends. */
function ofTenant(stored: ReadableLog, tenantId: string): ReadableLog {
  return {
    read: (...args) => stored.read(...args),
    head: () => stored.head(),
    close: () => stored.close(),
    async readAll(after, limit) {
      for (let from = after; ; ) {
        const page = await stored.readAll(from, limit);
        const own = page.filter(({ stream }) => parseStreamName(stream).tenantId === tenantId);
        const last = page.at(-1);
        if (own.length > 0 || !last) return own;
        from = last.position;
      }
    },
  };
}
