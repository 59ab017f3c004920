import type { Erasure } from '../../src/kernel/erasure.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { messageErasures } from './projection.js';

export const messageErasuresOf = (documents: DocumentStore, tenantId: string): Reader<Erasure> =>
  documents.reader(messageErasures, tenantId);
