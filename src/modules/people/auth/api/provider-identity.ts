import { limits } from '../../../../catalogue/limits/limits.js';
import { isEmail } from '../../../../catalogue/text/email.js';
import { composed, isLine, isVisible } from '../../../../catalogue/text/written-text.js';
import { storable } from '../../../../lib/storable.js';
import type { ProviderClaims } from '../../identity-provider/application/userinfo.service.js';
import type { User } from '../../user/domain/user.resource.js';

export type ProviderIdentity = Pick<User, 'email' | 'firstname' | 'lastname'>;

/** Some providers send booleans as text. Absent: the provider does not say, and the tenant trusts it. */
const VERIFIED: readonly unknown[] = [undefined, true, 'true'];

/** The person that the claims of a provider name; undefined: no verified e-mail address (contract 12). */
export function identityIn(claims: ProviderClaims): ProviderIdentity | undefined {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || email.length > limits.email || !isEmail(email)) return undefined;
  if (!VERIFIED.includes(verified)) return undefined;
  const [firstname, lastname] = [nameIn(claims.given_name), nameIn(claims.family_name)];
  return {
    email,
    ...(firstname === undefined ? {} : { firstname }),
    ...(lastname === undefined ? {} : { lastname }),
  };
}

/** A name is a courtesy: one that is unfit is left out, and one that is too long is cut. */
function nameIn(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || !storable(claim)) return undefined;
  const first = composed(claim.slice(0, 2 * limits.name).toWellFormed());
  const name = [...first].slice(0, limits.name).join('');
  return isLine(name) && isVisible(name) ? name : undefined;
}
