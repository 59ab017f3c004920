import type { DocumentStore } from './document-store.js';

/** The read models of a service that runs or is stopped. `prepare` makes nothing: it names what is to be read. */
export type ReadableDocuments = Pick<
  DocumentStore,
  'prepare' | 'alikeVersions' | 'reader' | 'checkpoint' | 'checkpoints' | 'close'
>;
