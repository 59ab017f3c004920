import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type SmsSettingsRecord, smsSettings } from './projection.js';

export const smsSettingsOf = (documents: DocumentStore, tenantId: string): Reader<SmsSettingsRecord> =>
  documents.reader(smsSettings, tenantId);
