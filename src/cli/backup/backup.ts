import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileKeyWrap } from '../../adapters/file-keys/file-key-wrap.js';
import { keyFilesIn } from '../../adapters/file-keys/key-files.js';
import { masterKeyFile, masterKeyIn } from '../../adapters/file-keys/master-key.js';
import { copyLogFile, inspectLogFile } from '../../adapters/sqlite/events/log-file.js';
import { copyOperationalFile } from '../../adapters/sqlite/operational/operational-file.js';
import { NOT_IN_BACKUP } from '../../catalogue/operational/backup-kinds.js';
import { assertRestored } from '../../composition/private-data.js';
import type { Config } from '../../config/config.js';
import { unsignedIn } from '../log/verify/signed-log.js';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from '../shared/failures.js';
import { FOLDERS, type Parts, partsOf, settings } from '../shared/parts.js';
import { type Progress, progressBar } from '../shared/progress.js';
import { type LogPlace, operationsOf, placeOf } from '../shared/stores.js';
import { FileList, verifyFiles } from './file-list.js';
import {
  copyFile,
  digestOf,
  FOLDER_MODE,
  filesBelow,
  isWithin,
  namesIn,
  OWNER_ONLY,
  synced,
  syncFolders,
  together,
} from './files.js';
import { writeKeys } from './keys-file.js';
import { type Manifest, writeManifest } from './manifest.js';

const USAGE = `Usage: npm run tidings -- backup [--to <folder>] --keys <file> [--json]

Copies the event log, the files of values and messages and the operational store of DATA_DIR into an empty
folder, also while the service runs. The keys go into a file of their own. The copy is verified at the end.
A server and a bucket have backups of their own, so the copy leaves out what they hold.

  --to <folder>   a new or empty folder; without it, the command writes the keys alone
  --keys <file>   a new file, outside of the folder
  --json          prints the result as JSON

${EXIT_CODES}`;

interface Asked {
  readonly config: Config;
  readonly parts: Parts;
  readonly to: string | undefined;
  readonly keys: string;
}

/** Judges the arguments before a store is opened. @throws WrongUsage, Unreadable */
function judged(to: string | undefined, keys: string): Asked {
  const config = settings();
  const parts = partsOf(config);
  const wrong = (message: string): never => {
    throw new WrongUsage(message);
  };
  if (existsSync(keys)) wrong(`${keys} exists. Name a new file.`);
  if (to !== undefined) {
    if (namesIn(to).length > 0) wrong(`${to} is not empty. Name a new folder.`);
    if (isWithin(keys, to)) wrong(`${keys} is in ${to}. Keep the keys apart from the backup.`);
    if (isWithin(to, resolve(config.dataDir))) wrong(`${to} is in DATA_DIR. Name a folder outside of it.`);
  }
  for (const path of [parts.log, parts.operational])
    if (path !== undefined && !existsSync(path))
      throw new Unreadable(`${path} does not exist: no service has run with DATA_DIR.`);
  if (config.masterKey === undefined && !existsSync(masterKeyFile(config.dataDir)))
    wrong('Set MASTER_KEY: DATA_DIR has no master.key.');
  assertRestored(config);
  return { config, parts, to, keys };
}

/** @throws WrongUsage, Differs, Unreadable */
export async function backup(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, ['to', 'keys'], USAGE);
  if (!given) return say(USAGE);
  if (given.keys === undefined) throw new WrongUsage(USAGE);
  const asked = judged(given.to === undefined ? undefined : resolve(given.to), resolve(given.keys));
  process.umask(OWNER_ONLY);
  proveMasterKey(asked);
  const bar = progressBar();
  const copied = asked.to === undefined ? undefined : await copyParts(asked, asked.to, bar);
  const keys = await copyKeys(asked);
  const manifest = copied && (await sealed(copied, bar));
  const wrong = copied?.hasLog && (await unsignedIn(join(copied.to, 'log.db'), asked.config.dataDir, bar));
  bar.end();
  if (given.json) say(JSON.stringify({ ...manifest, to: asked.to, keys_file: asked.keys, keys }));
  else {
    if (manifest) say(`${told(manifest)} in ${asked.to}, verified.`);
    say(`${keys} keys are in ${asked.keys}. Keep it apart from the backup.`);
  }
  // The backup is whole and can be restored. Its log was changed before.
  if (wrong) throw new Differs(wrong);
}

const told = ({ events, files, bytes }: Manifest): string =>
  `${events ? `${events.events} events up to position ${events.head}, ` : ''}${files} files of ${bytes} bytes`;

/** A keys file that no master key opens would be worthless. @throws Differs */
function proveMasterKey({ config, parts }: Asked): void {
  try {
    keyFilesIn(parts.keyFiles, masterKeyIn(config.dataDir, config.masterKey)).all();
  } catch (error) {
    throw new Differs((error as Error).message);
  }
}

interface Copied {
  readonly to: string;
  readonly place: LogPlace;
  readonly list: FileList;
  readonly hasLog: boolean;
}

/** The log first: what its events name is written before them. */
async function copyParts({ config, parts }: Asked, to: string, progress: Progress): Promise<Copied> {
  const place = await placeOf(config, parts);
  mkdirSync(to, { recursive: true, mode: FOLDER_MODE });
  chmodSync(to, FOLDER_MODE);
  const list = new FileList(to);
  const add = async (name: string) => {
    await synced(join(to, name));
    list.add(name, await digestOf(join(to, name)));
  };
  if (parts.log !== undefined) {
    copyLogFile(parts.log, join(to, 'log.db'), (done, of) => progress('Events', done, of));
    await add('log.db');
  }
  for (const folder of FOLDERS) {
    const from = parts[folder];
    if (from === undefined) continue;
    await together(filesBelow(from), async (path) => {
      const name = `${folder}/${path}`;
      const copy = await copyFile(join(from, path), join(to, name));
      if (copy) list.add(name, copy);
      progress('Files', list.total.files);
    });
  }
  if (parts.operational !== undefined) {
    copyOperationalFile(parts.operational, join(to, 'operational.db'), NOT_IN_BACKUP);
    await add('operational.db');
  }
  return { to, place, list, hasLog: parts.log !== undefined };
}

/** Last: a key too many harms nobody, and one that is missing does. */
async function copyKeys({ config, parts, keys }: Asked): Promise<number> {
  const place = await placeOf(config, parts);
  const operations = await operationsOf(config, parts);
  try {
    const wrap = fileKeyWrap(config.dataDir, config.masterKey);
    return await writeKeys(keys, place, { operations, keyFiles: parts.keyFiles, wrap });
  } finally {
    await operations.close();
  }
}

/** Verifies what was written and makes it a backup. @throws Differs */
async function sealed({ to, place, list, hasLog }: Copied, progress: Progress): Promise<Manifest> {
  const digest = await list.end();
  await verifyFiles(to, { list: digest, files: list.total.files }, (read, of) => progress('Verifying', read, of));
  const events = hasLog ? inspectLogFile(join(to, 'log.db')) : undefined;
  if (typeof events === 'string') throw new Differs(events);
  await syncFolders(to);
  const created = new Date().toISOString();
  const position = events?.head ?? place.position;
  const log = events ? events.first : place.log;
  const contents = { ...list.total, list: digest, ...(events && { events }) };
  return writeManifest(to, { created_at: created, ...(log && { log }), position, ...contents });
}
