// Runs in a thread of its own.
import { constants, getPriority, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { SearchTooBroad } from '../../ports/stores/document-store.js';
import type { FromDatabaseThread, ToDatabaseThread } from './database-thread.js';
import { pageOf, totalOf } from './documents/document-pages.js';
import { beginWal, emptyWal } from './open.js';
import { searchIndex } from './search/search-index.js';
import { inRead, statements } from './statements.js';

const PATIENCE_MS = 1_000;
const CACHE_KIB = 16_384;
const FOUND_BYTES = 16_777_216;
/** Commits wait while the log is emptied, so a reader delays that for at most this long. */
const READERS_MS = 20;

// On Linux the priority is the thread's: requests do not wait for a processor behind it.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
const db = new DatabaseSync(String(workerData), { readOnly: true, timeout: PATIENCE_MS });
db.exec(`pragma cache_size = -${CACHE_KIB}`);
const prepared = statements(db);
const index = searchIndex(prepared, { cacheBytes: FOUND_BYTES });

let writing: DatabaseSync | undefined;

const writer = (): DatabaseSync => {
  writing ??= new DatabaseSync(String(workerData), { timeout: READERS_MS });
  return writing;
};

/**
 * Copies what no reader holds back. Where that is all, a read of the log stays open until the log is emptied. Otherwise
 * the next commit may begin the log again, with a sync in the event loop.
 */
function copy(): 'partly' | undefined {
  db.exec('begin; select 1 from sqlite_schema');
  const { log, checkpointed } = writer().prepare('pragma wal_checkpoint(passive)').get() ?? {};
  if (log === checkpointed) return undefined;
  releaseWal();
  return 'partly';
}

function releaseWal(): void {
  if (db.isTransaction) db.exec('commit');
}

function empty(): undefined {
  releaseWal();
  emptyWal(writer());
  beginWal(writer());
}

function answer(message: ToDatabaseThread): FromDatabaseThread {
  try {
    if (message.kind === 'copy') return { found: copy() };
    if (message.kind === 'empty') return { found: empty() };
    const found = inRead(db, () => {
      const groups = message.request.search && index.groups(message.request.search);
      return message.kind === 'page'
        ? pageOf(prepared, message.request, groups)
        : totalOf(prepared, message.request, groups);
    });
    return { found };
  } catch (error) {
    releaseWal();
    if (error instanceof SearchTooBroad) return { failure: 'broad' };
    const { message: text, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { failure: 'error', message: text, code, errcode };
  }
}

parentPort?.on('message', (message: ToDatabaseThread) => parentPort?.postMessage(answer(message)));
