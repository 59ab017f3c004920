import { LANGUAGES } from '../../src/catalogue/tenant.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type UserPreferenceRecord, userPreferences } from './projection.js';

export const userPreferencesOf = (documents: DocumentStore, tenantId: string): Reader<UserPreferenceRecord> =>
  documents.reader(userPreferences, tenantId);

/** The language that a user prefers; undefined if the service does not have it. */
export async function languageOf(
  documents: DocumentStore,
  tenantId: string,
  userId: string,
): Promise<(typeof LANGUAGES)[number] | undefined> {
  const preference = await userPreferencesOf(documents, tenantId).get(userId);
  const preferred = preference?.value.preferredLanguage?.toLowerCase();
  return LANGUAGES.find((each) => each === preferred);
}
