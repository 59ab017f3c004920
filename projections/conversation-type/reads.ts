import type { Kept } from '../../src/kernel/resource.js';
import type { ConversationType } from '../../src/modules/conversation-type/conversation-type.resource.js';
import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { conversationTypes } from './projection.js';

export type KeptConversationType = Kept<ConversationType>;

export const conversationTypesOf = (documents: DocumentStore, tenantId: string): Reader<KeptConversationType> =>
  documents.reader(conversationTypes, tenantId);
