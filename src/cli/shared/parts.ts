import { join } from 'node:path';
import { withSecretFiles } from '../../composition/private-data.js';
import { fileOf } from '../../composition/stores.js';
import { type Config, readConfig } from '../../config/config.js';
import { WrongSetting } from '../../config/environment.js';
import { isEmbedded } from '../../config/stores.js';
import { WrongUsage } from './failures.js';

/** Paths of the parts of a deployment that are files. A part of a server or a bucket is absent. */
export interface Parts {
  readonly log?: string;
  readonly operational?: string;
  readonly blobs: string;
  readonly assets?: string;
  /** Folder of the keys that sign, wrapped with the master key. */
  readonly keyFiles: string;
}

export type FolderPart = 'blobs' | 'assets';
export const FOLDERS: readonly FolderPart[] = ['blobs', 'assets'];

/** The settings of the service on these stores. @throws WrongUsage */
export function settings(): Config {
  try {
    const config = readConfig({ ...withSecretFiles(process.env), LOG_LEVEL: 'error' });
    if (config.dataDir === ':memory:') throw new WrongSetting('DATA_DIR must be a folder.');
    return config;
  } catch (error) {
    throw error instanceof WrongSetting ? new WrongUsage(error.message) : error;
  }
}

export function partsOf(config: Config): Parts {
  const { dataDir, eventStoreUrl, readStoreUrl, assetStoreUrl } = config;
  const assets = assetStoreUrl.startsWith('file:')
    ? assetStoreUrl.slice('file:'.length) || join(dataDir, 'assets')
    : undefined;
  return {
    ...(isEmbedded(eventStoreUrl) && { log: fileOf(eventStoreUrl, config, 'log.db') }),
    ...(isEmbedded(readStoreUrl) && { operational: fileOf('sqlite:', config, 'operational.db') }),
    blobs: join(dataDir, 'blobs'),
    ...(assets && { assets }),
    keyFiles: join(dataDir, 'keys'),
  };
}
