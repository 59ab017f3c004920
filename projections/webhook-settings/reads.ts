import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { type WebhookSettingsRecord, webhookSettingsModel } from './projection.js';

export const webhookSettingsOf = (
  documents: DocumentStore,
  tenantId: string,
): Promise<WebhookSettingsRecord | undefined> => documents.reader(webhookSettingsModel, tenantId).get(tenantId);
