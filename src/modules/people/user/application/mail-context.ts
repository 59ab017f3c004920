import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { userPreferencesOf } from '../../../../../projections/user-preference/reads.js';
import { LANGUAGES } from '../../../../catalogue/tenant.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Frontend } from '../../../tenants/tenant/application/frontend.js';
import { frontendOf } from '../../../tenants/tenant/application/frontend-of.js';

/** Facts that a mail to a user needs. */
export interface MailContext {
  /** Name of the tenant. */
  readonly name: string;
  readonly frontend: Frontend;
  /** The language of the user, else of the tenant. */
  readonly language: (typeof LANGUAGES)[number];
}

/** undefined: there is no such tenant. */
export async function mailContextOf(
  documents: DocumentStore,
  tenantId: string,
  userId: string,
): Promise<MailContext | undefined> {
  const [tenant, frontend] = await Promise.all([tenantOf(documents, tenantId), frontendOf(documents, tenantId)]);
  if (!tenant || !frontend) return undefined;
  const { name, preferredLanguage } = tenant.value;
  const preference = await userPreferencesOf(documents, tenantId).get(userId);
  const wanted = preference?.value.preferredLanguage?.toLowerCase();
  return { name, frontend, language: LANGUAGES.find((each) => each === wanted) ?? preferredLanguage };
}
