import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import type { CrashPoint } from './crash-points.js';

/**
 * Loaded into a server before itself (`node --import`), so that the product needs no hooks for it: around the methods of
 * the stores it watches for the moment it was told, and ends the process there as kill -9 does.
 */
let armed: CrashPoint | undefined;

function crashAt(at: CrashPoint['at'], types: readonly string[] = []): void {
  if (armed?.at !== at || (armed.on !== undefined && !types.includes(armed.on))) return;
  process.kill(process.pid, 'SIGKILL');
}

/** Of a keyed request: noted before anything is decided, or with its answer. */
function noted(key: { readonly kind: string }, value: unknown): 'claim' | 'remember' | undefined {
  if (key.kind !== 'idempotency') return undefined;
  return typeof value === 'object' && value !== null && 'answer' in value ? 'remember' : 'claim';
}

if (process.send) {
  const { append } = SqliteEventStore.prototype;
  SqliteEventStore.prototype.append = async function (stream, expected, events, given) {
    const types = events.map(({ type }) => type);
    crashAt('before-append', types);
    const stored = await append.call(this, stream, expected, events, given);
    crashAt('after-append', types);
    return stored;
  };

  const { commit } = SqliteDocumentStore.prototype;
  SqliteDocumentStore.prototype.commit = async function (writes, checkpoints) {
    crashAt('before-project');
    await commit.call(this, writes, checkpoints);
    crashAt('after-project');
  };

  const { put } = SqliteOperationalStore.prototype;
  SqliteOperationalStore.prototype.put = async function (key, value, options) {
    const what = noted(key, value);
    if (what === 'remember') crashAt('before-remember');
    const done = await put.call(this, key, value, options);
    if (what) crashAt(`after-${what}`);
    return done;
  };

  process.on('message', (point: CrashPoint) => {
    armed = point;
    process.send?.('armed');
  });
}
