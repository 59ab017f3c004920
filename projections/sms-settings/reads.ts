import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { type KeptSmsSettings, smsSettings } from './projection.js';

export const smsSettingsOf = (documents: DocumentStore, tenantId: string): Reader<KeptSmsSettings> =>
  documents.reader(smsSettings, tenantId);
