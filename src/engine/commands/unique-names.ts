import { createHash } from 'node:crypto';
import { sameEmail } from '../../catalogue/text/email.js';
import type { DataKeys } from '../../ports/stores/data-keys.js';

/** A name that is unique in a tenant, as a digest: names of streams are not personal data. */
export interface UniqueName {
  readonly name: string;
  /** The name of earlier versions, whose digest has no key. It is looked up, and never reserved again. */
  readonly former: string;
}

/** Equal for addresses that are one. It is never stored in clear. */
export const emailDigest = (email: string): string => bareDigest(sameEmail(email));

export const isSameEmail = (one: string, other: string): boolean => sameEmail(one) === sameEmail(other);

const bareDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Digests under the key of the tenant: nobody without it finds out whether a guessed address is reserved. */
export class UniqueNames {
  constructor(private readonly keys: Pick<DataKeys, 'mac'>) {}

  /** E-mail addresses are unique without regard to case and to the spelling of their domain. */
  ofEmail(tenantId: string, email: string): Promise<UniqueName> {
    return this.named(tenantId, 'email', sameEmail(email));
  }

  /** A person at an identity provider is one user of a tenant. */
  ofIdentity(tenantId: string, issuer: string, subject: string): Promise<UniqueName> {
    return this.named(tenantId, 'identity', JSON.stringify([issuer, subject]));
  }

  private async named(tenantId: string, what: string, text: string): Promise<UniqueName> {
    const digest = await this.keys.mac(tenantId, `reservation:${what}`, text);
    return { name: `${what}.${digest}`, former: `${what}.${bareDigest(text)}` };
  }
}
