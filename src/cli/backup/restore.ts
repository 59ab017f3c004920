import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileKeyWrap } from '../../adapters/file-keys/file-key-wrap.js';
import { masterKeyFile } from '../../adapters/file-keys/master-key.js';
import { inspectLogFile } from '../../adapters/sqlite/events/log-file.js';
import { UNFINISHED_RESTORE } from '../../composition/private-data.js';
import type { Config } from '../../config/config.js';
import { unsignedIn } from '../log/verify/signed-log.js';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from '../shared/failures.js';
import { type Parts, partsOf, settings } from '../shared/parts.js';
import { type Progress, progressBar } from '../shared/progress.js';
import { listedFiles, verifyFiles } from './file-list.js';
import { copyFile, FOLDER_MODE, namesIn, OWNER_ONLY, syncFolders, together } from './files.js';
import { proveMasterKey, verifyKeys } from './keys-file.js';
import { type Manifest, readManifest } from './manifest.js';
import { restoreKeys } from './restore-keys.js';

const USAGE = `Usage: npm run tidings -- restore --from <folder> --keys <file> [--json]

Restores a backup into an empty DATA_DIR and verifies it. DATA_DIR may hold the master.key of the backup; otherwise
set MASTER_KEY. Where servers hold the log or the operational store, restore those first. Then start the service.

  --from <folder>   folder of a backup
  --keys <file>     keys file of that backup, or of a later one of the same service
  --json            prints the result as JSON

${EXIT_CODES}`;

interface Asked {
  readonly config: Config;
  readonly parts: Parts;
  readonly from: string;
  readonly keys: string;
}

/** Judges the arguments before a file is read. @throws WrongUsage, Unreadable */
function judged(from: string, keys: string): Asked {
  const config = settings();
  const { dataDir } = config;
  const parts = partsOf(config);
  const wrong = (message: string): never => {
    throw new WrongUsage(message);
  };
  for (const path of [from, keys]) if (!existsSync(path)) throw new Unreadable(`${path} does not exist.`);
  if (existsSync(join(dataDir, UNFINISHED_RESTORE))) wrong(`A restore into ${dataDir} did not end. Empty the folder.`);
  if (namesIn(dataDir, [basename(masterKeyFile(dataDir))]).length > 0)
    wrong(`${dataDir} is not empty. Name another DATA_DIR.`);
  for (const path of [parts.log, parts.operational])
    if (path !== undefined && existsSync(path)) wrong(`${path} exists. Remove it first.`);
  if (parts.assets !== undefined && namesIn(parts.assets).length > 0) wrong(`${parts.assets} is not empty.`);
  if (config.masterKey === undefined && !existsSync(masterKeyFile(dataDir)))
    wrong(`Set MASTER_KEY, or put the master.key of the backup into ${dataDir}: it alone opens the keys.`);
  return { config, parts, from, keys };
}

/** @throws WrongUsage, Differs, Unreadable */
export async function restore(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, ['from', 'keys'], USAGE);
  if (!given) return say(USAGE);
  if (given.from === undefined || given.keys === undefined) throw new WrongUsage(USAGE);
  const asked = judged(resolve(given.from), resolve(given.keys));
  const bar = progressBar();
  const manifest = await provenManifest(asked, bar);
  process.umask(OWNER_ONLY);
  const mark = join(asked.config.dataDir, UNFINISHED_RESTORE);
  mkdirSync(asked.config.dataDir, { recursive: true, mode: FOLDER_MODE });
  writeFileSync(mark, '', { flush: true });
  await syncFolders(asked.config.dataDir);
  await copyParts(asked, manifest, bar);
  const keys = await restoreKeys(asked.config, asked.parts, asked.keys);
  await syncFolders(asked.config.dataDir);
  if (asked.parts.assets) await syncFolders(asked.parts.assets);
  rmSync(mark);
  await syncFolders(asked.config.dataDir);
  const { log } = asked.parts;
  const wrong = log !== undefined && (await unsignedIn(log, asked.config.dataDir, bar));
  bar.end();
  const { position, files, bytes } = manifest;
  if (given.json) say(JSON.stringify({ position, files, bytes, keys }));
  else say(`${files} files of ${bytes} bytes and ${keys} keys are restored and verified. The log ends at ${position}.`);
  if (wrong) throw new Differs(wrong);
}

/** Reads the whole backup before anything is written. @throws Differs, WrongUsage, Unreadable */
async function provenManifest({ config, parts, from, keys }: Asked, progress: Progress): Promise<Manifest> {
  const manifest = readManifest(from);
  if (manifest.events && parts.log === undefined)
    throw new WrongUsage('The backup has a log, but EVENT_STORE_URL names a server.');
  if (!manifest.events && parts.log !== undefined)
    throw new WrongUsage('The backup has no log, because a server held it. Set its EVENT_STORE_URL.');
  let hasOperational = false;
  for await (const { path } of listedFiles(from)) hasOperational ||= targetOf(parts, path) === parts.operational;
  if (parts.operational !== undefined && !hasOperational)
    throw new WrongUsage('The backup has no operational store. Set the READ_STORE_URL of the server that held it.');
  const header = await verifyKeys(keys);
  if (header.log !== manifest.log) throw new Differs(`${keys} has the keys of another log than ${from}.`);
  if (header.position < manifest.position)
    throw new Differs(
      `${keys} is older than the backup and lacks keys of it. Use the keys file of this backup or a later one.`,
    );
  proveMasterKey(keys, header, fileKeyWrap(config.dataDir, config.masterKey));
  await verifyFiles(from, manifest, (read, of) => progress('Reading', read, of));
  return manifest;
}

/** @throws Differs */
async function copyParts({ parts, from }: Asked, manifest: Manifest, progress: Progress): Promise<void> {
  let copied = 0;
  await together(listedFiles(from), async ({ path, digest }) => {
    const copy = await copyFile(join(from, path), targetOf(parts, path));
    if (copy?.digest !== digest) throw new Differs(`${join(from, path)} is not the one that the backup wrote.`);
    progress('Files', ++copied, manifest.files);
  });
  if (parts.log === undefined) return;
  const found = inspectLogFile(parts.log);
  if (typeof found === 'string') throw new Differs(found);
  if (JSON.stringify(found) !== JSON.stringify(manifest.events))
    throw new Differs(`${parts.log} does not hold the events that the manifest names.`);
}

/** @throws WrongUsage where a server or a bucket holds the part now */
function targetOf(parts: Parts, path: string): string {
  const [part = '', ...names] = path.split('/');
  const target = { 'log.db': parts.log, 'operational.db': parts.operational, blobs: parts.blobs, assets: parts.assets };
  const found = target[part as keyof typeof target];
  if (found === undefined) throw new WrongUsage(`The backup has ${part}, but a server or a bucket holds it now.`);
  return join(found, ...names);
}
