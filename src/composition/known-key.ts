import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { StartRefused } from '../kernel/start-refused.js';

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
