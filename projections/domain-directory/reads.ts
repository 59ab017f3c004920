import { NO_TENANT } from '../../src/kernel/stream.js';
import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { domainDirectory } from './projection.js';

/** The holder of a name over all tenants. */
export const holderOf = async (documents: DocumentStore, name: string): Promise<string | undefined> =>
  (await documents.reader(domainDirectory, NO_TENANT).get(name))?.holder;
