import type { DocumentStore } from '../../src/ports/document-store.js';
import { type KeptWebhookSettings, webhookSettingsModel } from './projection.js';

export const webhookSettingsOf = (
  documents: DocumentStore,
  tenantId: string,
): Promise<KeptWebhookSettings | undefined> => documents.reader(webhookSettingsModel, tenantId).get(tenantId);
