import type { DocumentStore } from './document-store.js';

/**
 * The read models of a service that runs or is stopped, for readers in another process. `prepare` makes nothing, so no
 * version of the code changes a table by reading it.
 */
export type ReadableDocuments = Pick<
  DocumentStore,
  'prepare' | 'alikeVersions' | 'reader' | 'checkpoint' | 'checkpoints' | 'close'
>;
