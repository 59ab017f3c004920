import { browser, type Database, type Request, type Rows, type Transaction } from './browser.js';
import { type KeptMessage, memoryOutbox, type OutboxStorage } from './outbox-storage.js';

const KEPT_MS = 30 * 86_400_000;
const VERSION = 1;

interface Row extends KeptMessage {
  readonly scope: string;
  /** Milliseconds of the first write, which order the messages of a scope. */
  readonly order: number;
}

interface DraftRow {
  readonly scope: string;
  readonly text: string;
  readonly at: number;
}

const done = <T>(request: Request<unknown>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });

const ended = (transaction: Transaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Keeps messages in IndexedDB, with their files, for 30 days at most. All tabs of an origin share it. Where the browser
 * refuses it, as in a private window, they stay in memory.
 */
export function indexedDbOutbox(name = 'tidings.outbox'): OutboxStorage {
  const kept = databaseOutbox(name);
  const memory = memoryOutbox();
  return {
    load: async (scope) => [...(await kept.load(scope).catch(() => [])), ...(await memory.load(scope))],
    put: (scope, message) => kept.put(scope, message).catch(() => memory.put(scope, message)),
    remove: (scope, key) => kept.remove(scope, key).catch(() => memory.remove(scope, key)),
    loadDraft: (scope) => kept.loadDraft(scope).catch(() => memory.loadDraft(scope)),
    saveDraft: (scope, text) => kept.saveDraft(scope, text).catch(() => memory.saveDraft(scope, text)),
  };
}

function databaseOutbox(name: string): OutboxStorage {
  let opened: Promise<Database> | undefined;
  let order = 0;

  const database = (): Promise<Database> => {
    opened ??= open(name).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const write = async (store: string, change: (rows: Rows) => void): Promise<void> => {
    const transaction = (await database()).transaction(store, 'readwrite');
    change(transaction.objectStore(store));
    await ended(transaction);
  };

  return {
    async load(scope) {
      const rows = (await database()).transaction('messages').objectStore('messages').index('scope');
      const found = await done<Row[]>(rows.getAll(scope));
      const oldest = Date.now() - KEPT_MS;
      for (const { key, order: at } of found) if (at < oldest) await this.remove(scope, key);
      const kept = found.filter((row) => row.order >= oldest).sort((a, b) => a.order - b.order);
      return kept.map(({ scope: _, order: __, ...message }) => message);
    },
    async put(scope, message) {
      const first = Math.max(Date.now(), order + 0.001);
      order = first;
      await write('messages', (rows) => {
        const known = rows.get([scope, message.key]) as Request<Row | undefined>;
        known.onsuccess = () => rows.put({ scope, order: known.result?.order ?? first, ...message } satisfies Row);
      });
    },
    remove: (scope, key) => write('messages', (rows) => void rows.delete([scope, key])),
    async loadDraft(scope) {
      const rows = (await database()).transaction('drafts').objectStore('drafts');
      const row = await done<DraftRow | undefined>(rows.get(scope));
      return row && row.at > Date.now() - KEPT_MS ? row.text : '';
    },
    saveDraft: (scope, text) =>
      write('drafts', (rows) => {
        if (text === '') rows.delete(scope);
        else rows.put({ scope, text, at: Date.now() } satisfies DraftRow);
      }),
  };
}

async function open(name: string): Promise<Database> {
  const request = browser.indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('messages', { keyPath: ['scope', 'key'] }).createIndex('scope', 'scope');
    request.result.createObjectStore('drafts', { keyPath: 'scope' });
  };
  const database = await done<Database>(request);
  // Another tab has a newer build: its upgrade must not wait for this one.
  database.onversionchange = () => database.close();
  return database;
}
