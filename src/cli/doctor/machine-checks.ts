import { accessSync, constants, statfsSync } from 'node:fs';
import { masterKeyFile } from '../../adapters/file-keys/master-key.js';
import type { Config } from '../../config/config.js';
import { nodeFault } from '../../processes/supported-node.js';
import { partsOf } from '../shared/parts.js';
import { type Finding, note, ok, wrong } from './finding.js';

const GIB = 1_073_741_824;
const LEAST_FREE = GIB;
const LEAST_SHARE = 0.05;
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

/** Room of the disk of each folder that the service writes. */
export function diskOf(config: Config): readonly Finding[] {
  const { assets } = partsOf(config);
  return [...new Set([config.dataDir, ...(assets ? [assets] : [])])].map((folder) => {
    try {
      accessSync(folder, constants.R_OK | constants.W_OK);
      const { bavail, blocks, bsize } = statfsSync(folder);
      const [free, all] = [bavail * bsize, blocks * bsize];
      const said = `${folder} has ${gib(free)} free of ${gib(all)}.`;
      const isFull = free < LEAST_FREE || free < LEAST_SHARE * all;
      return isFull
        ? wrong('disk', said, 'Free some of the disk, or move DATA_DIR to a larger one.')
        : ok('disk', said);
    } catch (error) {
      const todo = 'Let the user of this process read and write the folder.';
      return wrong('disk', `${folder}: ${(error as Error).message}`, todo);
    }
  });
}

export function versions(): Finding {
  const { node, sqlite } = process.versions;
  const fault = nodeFault(node);
  if (fault) return wrong('versions', fault, 'Install that version of Node.js.');
  return ok('versions', `Node.js ${node}, SQLite ${sqlite}.`);
}

/** Settings that are valid, but seldom meant. */
export function settingsOf(config: Config): readonly Finding[] {
  const found: Finding[] = [];
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === 'http:' && !LOCAL.includes(hostname)) {
    const said = `PUBLIC_URL is ${config.publicUrl}: tokens and texts travel without encryption.`;
    found.push(wrong('settings', said, 'Serve it over https, and set PUBLIC_URL to that address.'));
  }
  if (config.eventStoreMayLose) {
    const said = 'EVENT_STORE_MAY_LOSE is true: acknowledged events may be lost.';
    found.push(wrong('settings', said, 'Remove the setting, and use an event store that keeps its events.'));
  }
  if (config.clockTrusted) {
    found.push(note('settings', 'CLOCK_TRUSTED is true.', 'Remove the setting before the next start.'));
  }
  if (config.smtpUrl === undefined) {
    found.push(note('settings', 'SMTP_URL is not set: e-mails go into the folder outbox of DATA_DIR.'));
  }
  if (!config.masterKey) {
    const said = `The master key is in ${masterKeyFile(config.dataDir)}, beside the data that it opens.`;
    found.push(note('settings', said, 'Set MASTER_KEY, or keep a copy of the file apart from the backups.'));
  }
  return found.some(({ state }) => state === 'wrong') ? found : [ok('settings', 'The settings are valid.'), ...found];
}
