import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { conversationTypes, type KeptConversationType } from './projection.js';

export const conversationTypesOf = (documents: DocumentStore, tenantId: string): Reader<KeptConversationType> =>
  documents.reader(conversationTypes, tenantId);
