import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { tenants } from './projection.js';

/** A tenant's own document. */
export const tenantOf = (documents: DocumentStore, tenantId: string) =>
  documents.reader(tenants, tenantId).get(tenantId);

/** Whether the operator suspended the tenant. */
export const isSuspended = async (documents: DocumentStore, tenantId: string): Promise<boolean> =>
  (await tenantOf(documents, tenantId))?.value.suspendedAt !== undefined;

/** Whether the tenant is a demo, whose mails and SMS stay in the outbox. */
export const isDemo = async (documents: DocumentStore, tenantId: string): Promise<boolean> =>
  (await tenantOf(documents, tenantId))?.value.demo !== undefined;

/** Whether the effects of the tenant wait: it is suspended or deleted. */
export async function isAtRest(documents: DocumentStore, tenantId: string): Promise<boolean> {
  const tenant = await tenantOf(documents, tenantId);
  return tenant === undefined || tenant.value.suspendedAt !== undefined;
}

/** The id of the tenant where it names the message template for its mails. */
export async function tenantsNaming(
  documents: DocumentStore,
  tenantId: string,
  template: string,
): Promise<readonly string[]> {
  const tenant = await tenantOf(documents, tenantId);
  return tenant?.value.workflowFailedTemplate === template ? [tenantId] : [];
}
