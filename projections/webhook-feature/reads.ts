import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type WebhookFeatureRecord, webhookFeatures } from './projection.js';

export const webhookFeaturesOf = (documents: DocumentStore, tenantId: string): Reader<WebhookFeatureRecord> =>
  documents.reader(webhookFeatures, tenantId);
