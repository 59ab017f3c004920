import type { ColorConfig } from '../../../../catalogue/colors.js';
import type { LANGUAGES } from '../../../../catalogue/tenant.js';
import { resource } from '../../../../kernel/resource.js';

/** Ways to sign in of users; true: on. */
export interface SignInWays {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly sso: boolean;
}
export type SignInWay = keyof SignInWays;

const EVERY_WAY: SignInWays = { password: true, passkey: true, sso: true };

export const signInWaysOf = ({ signIn }: Pick<Tenant, 'signIn'>): SignInWays => signIn ?? EVERY_WAY;

/** A tenant that somebody tries the service with. */
export interface Demo {
  readonly until: string;
  /** The first owner. */
  readonly ownerId: string;
}

/** Customer of the deployment (specification 3). No later tenant gets its subdomain. */
export interface Tenant {
  readonly name: string;
  readonly subdomain: string;
  readonly preferredLanguage: (typeof LANGUAGES)[number];
  /** The service erases the tenant, unless its first owner keeps it before. */
  readonly demo?: Demo;
  /** All calls are refused and effects wait, by order of the operator. */
  readonly suspendedAt?: string;
  /** No workflow of the tenant acts. */
  readonly workflowsPaused?: true;
  /** Message template of the mail to owners about a failed workflow run. Left out: that of the service. */
  readonly workflowFailedTemplate?: string;
  /** Returns the user of an access token of another issuer, for a token exchange. */
  readonly tokenExchangeUserinfoUrl?: string;
  /** Client id that access tokens of a token exchange must be issued to. */
  readonly tokenExchangeAudience?: string;
  /** E-mail addresses of the userinfo endpoint count as verified where it does not say. */
  readonly tokenExchangeTrustsEmail?: true;
  /** Left out: every way is on. */
  readonly signIn?: SignInWays;
  /** In lower case, each once. Users with e-mail addresses in them are created at their first sign-in. */
  readonly userAutoProvisioningDomains?: readonly string[];
  /** Left out: the default colours. */
  readonly colors?: ColorConfig;
}

export const tenant = resource<'Tenant', Tenant>({
  name: 'Tenant',
  category: 'tenant',
  absent: 'errors.tenant.not_found',
  exists: 'errors.tenant.exists',
  personal: ['name'],
});
