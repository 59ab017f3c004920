import { existsSync } from 'node:fs';
import { SqliteDocumentsBeside } from '../../adapters/sqlite/documents/documents-beside.js';
import { projections } from '../../composition/registry.js';
import { fileOf } from '../../composition/stores.js';
import type { Config } from '../../config/config.js';
import { isEmbedded } from '../../config/stores.js';
import { ServedVersions } from '../../engine/read-models/building/served-versions.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { ReadableDocuments } from '../../ports/stores/readable-documents.js';
import { Unreadable } from './failures.js';

/** Reads the read models while services use them. @throws Unreadable, StartRefused */
export async function documentsOf(config: Config): Promise<ReadableDocuments> {
  if (!isEmbedded(config.readStoreUrl)) {
    const { MongoDocumentsBeside } = await import('../../adapters/mongodb/documents/documents-beside.js');
    return new MongoDocumentsBeside(config.readStoreUrl);
  }
  const path = fileOf(config.readStoreUrl, config, 'read.db');
  if (!existsSync(path)) throw new Unreadable(`${path} does not exist.`);
  return new SqliteDocumentsBeside(path);
}

/** The versions of the read models that serve. */
export async function servedBy(documents: ReadableDocuments): Promise<readonly AnyProjection[]> {
  const served = new ServedVersions(projections);
  await served.choose(documents);
  return served.serving;
}
