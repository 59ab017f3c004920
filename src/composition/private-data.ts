import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Config, secretSettings } from '../config/config.js';
import { type Environment, textOf, WrongSetting } from '../config/environment.js';
import { StartRefused } from '../ports/process/start-refused.js';

const OWNER_ONLY = 0o077;
const FOLDER = 0o700;
const FILE = 0o600;

const isPrivate = (path: string): boolean => (lstatSync(path).mode & OWNER_ONLY) === 0;

/**
 * Makes the data folder readable to its owner alone. The umask covers new files; files of other versions get a new
 * mode. A folder that is private already is not walked through. @throws StartRefused
 */
export function makePrivate(dataDir: string): void {
  process.umask(OWNER_ONLY);
  try {
    makeOwn(dataDir);
  } catch (error) {
    const { message, code, path = dataDir } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new StartRefused(
      `${path} cannot be used as or in the data folder: ${message}. Give it to the user of this process, or name another DATA_DIR.`,
    );
  }
}

function makeOwn(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER });
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const entries = readdirSync(dataDir).map((name) => join(dataDir, name));
  if ([dataDir, ...entries].every(isPrivate)) return;
  makeAllPrivate(dataDir);
}

/**
 * Only an owner changes a mode. A volume of Kubernetes belongs to its `fsGroup`, and has a `lost+found` that the process
 * cannot read. Both stay as they are.
 */
function makeAllPrivate(path: string): void {
  const is = lstatSync(path);
  const isOurs = [0, is.uid].includes(process.geteuid?.() ?? is.uid);
  if (isOurs && is.isFile()) chmodSync(path, FILE);
  if (!is.isDirectory()) return;
  if (isOurs) chmodSync(path, FOLDER);
  for (const name of isOurs ? readdirSync(path) : namesIn(path)) makeAllPrivate(join(path, name));
}

/** Nothing where the folder belongs to another owner and cannot be read. */
function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Made when a restore begins and removed when it is verified. */
export const UNFINISHED_RESTORE = 'restore.unfinished';

/** @throws StartRefused where a restore into the folder did not end */
export function assertRestored({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (dataDir === ':memory:' || !existsSync(join(dataDir, UNFINISHED_RESTORE))) return;
  throw new StartRefused(`A restore into ${dataDir} did not end. Empty the folder and restore the backup again.`);
}

const DATABASES = ['log.db', 'operational.db'];

/** A new key is made on the first start alone: databases without their key would lose what it sealed. @throws StartRefused */
export function assertMasterKey({ dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>): void {
  if (masterKey !== undefined || dataDir === ':memory:' || existsSync(join(dataDir, 'master.key'))) return;
  const found = DATABASES.find((name) => existsSync(join(dataDir, name)));
  if (found === undefined) return;
  throw new StartRefused(
    `${join(dataDir, 'master.key')} is missing, but ${found} exists: restore the key from a backup, or set MASTER_KEY to the key of these databases.`,
  );
}

const SECRET_BYTES = 65_536;

/** The environment with the secrets of the files that `<name>_FILE` names. @throws WrongSetting */
export function withSecretFiles(environment: Environment): Environment {
  const secrets = secretSettings.flatMap((name) => {
    const path = textOf(environment, `${name}_FILE`);
    return path === undefined ? [] : [[name, secretOf(environment, name, path)]];
  });
  return { ...environment, ...Object.fromEntries(secrets) };
}

function secretOf(environment: Environment, name: string, path: string): string {
  if (textOf(environment, name) !== undefined) throw new WrongSetting(`Set ${name} or ${name}_FILE, not both.`);
  const text = readBounded(path);
  if (text) return text;
  throw new WrongSetting(`${name}_FILE must name a readable file of 1 to ${SECRET_BYTES} bytes, not "${path}".`);
}

function readBounded(path: string): string | undefined {
  try {
    return statSync(path).size > SECRET_BYTES ? undefined : readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
