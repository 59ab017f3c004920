import { webhookSettingsOf } from '../../projections/webhook-settings/reads.js';
import { reject } from '../kernel/rejection.js';
import type { DocumentStore } from '../ports/document-store.js';

/** @throws Rejection 404 where the tenant has no webhook settings */
export async function assertEndpointExists(documents: DocumentStore, tenantId: string): Promise<void> {
  if (!(await webhookSettingsOf(documents, tenantId))) reject('errors.webhook_settings.not_found');
}
