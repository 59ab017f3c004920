import { limits } from '../../../../catalogue/limits/limits.js';
import { isEmail } from '../../../../catalogue/text/email.js';
import { composed, isLine, isVisible } from '../../../../catalogue/text/written-text.js';
import { storable } from '../../../../lib/storable.js';
import type { Vouched } from '../../identity-provider/application/vouched.js';
import type { Identity, User } from '../../user/domain/user.resource.js';

export type ProviderPerson = Pick<User, 'email' | 'firstname' | 'lastname'>;

/** Some providers send booleans as text. */
const VERIFIED: readonly unknown[] = [true, 'true'];

/** The person at the provider; undefined: it names none, or calls the address unverified. */
export function identityOf({ claims, issuer }: Vouched): Identity | undefined {
  const { sub, email_verified: verified } = claims;
  if (verified !== undefined && !VERIFIED.includes(verified)) return undefined;
  const isSubject = typeof sub === 'string' && sub.length > 0 && sub.length <= limits.oidcSubject && storable(sub);
  return isSubject ? { issuer, subject: sub } : undefined;
}

/** The user that a person may be or become; undefined: no verified e-mail address (contract 3, 12). */
export function personIn({ claims, trustsEmail }: Vouched): ProviderPerson | undefined {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || email.length > limits.email || !isEmail(email)) return undefined;
  if (!VERIFIED.includes(verified) && !(trustsEmail && verified === undefined)) return undefined;
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
