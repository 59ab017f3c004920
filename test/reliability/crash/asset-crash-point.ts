import { FileAssets } from '../../../src/adapters/file-assets/file-assets.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import type { ASSET_CRASHES } from './crash-points.js';

/** Loaded into a server before itself (`node --import`): ends the process as kill -9 does where `ASSET_CRASH` says. */
function crashAt(at: (typeof ASSET_CRASHES)[number]): void {
  if (process.env.ASSET_CRASH === at) process.kill(process.pid, 'SIGKILL');
}

const keep = FileAssets.prototype.put;
FileAssets.prototype.put = async function (file, source, size) {
  await keep.call(this, file, source, size);
  if (file.name.startsWith('upload-')) crashAt('file-is-durable');
};

const { append } = SqliteEventStore.prototype;
SqliteEventStore.prototype.append = async function (stream, expected, events, given) {
  const isAsset = events.some(({ type }) => type === 'AssetStatusChanged');
  if (isAsset) crashAt('before-event');
  const stored = await append.call(this, stream, expected, events, given);
  if (isAsset) crashAt('after-event');
  return stored;
};

const { put } = SqliteOperationalStore.prototype;
SqliteOperationalStore.prototype.put = async function (key, value, options) {
  const done = await put.call(this, key, value, options);
  if (key.kind === 'asset-upload' && (value as { state: string }).state === 'received') crashAt('upload-is-noted');
  return done;
};
