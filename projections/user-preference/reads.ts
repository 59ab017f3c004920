import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { type UserPreferenceRecord, userPreferences } from './projection.js';

export const userPreferencesOf = (documents: DocumentStore, tenantId: string): Reader<UserPreferenceRecord> =>
  documents.reader(userPreferences, tenantId);
