import type { DocumentStore, Reader } from '../../src/ports/document-store.js';
import { type KeptWebhookFeature, webhookFeatures } from './projection.js';

export const webhookFeaturesOf = (documents: DocumentStore, tenantId: string): Reader<KeptWebhookFeature> =>
  documents.reader(webhookFeatures, tenantId);
