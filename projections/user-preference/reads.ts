import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type UserPreferenceRecord, userPreferences } from './projection.js';

export const userPreferencesOf = (documents: DocumentStore, tenantId: string): Reader<UserPreferenceRecord> =>
  documents.reader(userPreferences, tenantId);
