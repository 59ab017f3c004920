import { Inject, Injectable } from '@nestjs/common';
import { emailDomain } from '../../../../catalogue/text/email.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { SECOND } from '../../../../kernel/instant.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import type { Tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import type { Vouched } from '../../identity-provider/application/vouched.js';
import { Accounts } from '../../user/api/accounts.service.js';
import { Identities } from '../../user/api/identities.service.js';
import { hasIdentity, type Identity, isOwner, type User } from '../../user/domain/user.resource.js';
import { UsersByEmail } from '../application/users-by-email.service.js';
import { identityOf, type ProviderPerson, personIn } from './provider-identity.js';

/** How long a sign-in waits for another one that is creating the same user. */
const PATIENCE_MS = 3 * SECOND;
const PAUSE_MS = 25;
const RETRY_SECONDS = 30;

type Known = ResourceRecord<User>;

/** Whether the request also carries an access token of the user, of a recent sign-in. */
export type IsSignedIn = (user: Known) => Promise<boolean>;

const refused = (): never => reject('errors.grant.invalid');

/** Users who sign in through the identity provider of their tenant (contract 12). */
@Injectable()
export class ProviderUsers {
  constructor(
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Identities) private readonly identities: Identities,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The user that the person is bound to. At the first sign-in, the verified e-mail address names the user. Without one
   * a user is created, if the tenant lists the domain of the address. A deleted user stays deleted. An address alone
   * signs in no owner: the request must carry a recent access token of the owner, too.
   * @throws Rejection `errors.grant.invalid`
   */
  async of(
    ctx: RequestContext,
    tenant: ResourceRecord<Tenant>,
    vouched: Vouched,
    isSignedIn: IsSignedIn,
  ): Promise<Known> {
    const identity = identityOf(vouched) ?? refused();
    const bound = await this.identities.userOf(tenant.id, identity);
    if (bound) return bound;
    const person = personIn(vouched) ?? refused();
    const known = await this.users.find(tenant.id, person.email);
    if (known && isOwner(known.value) && !(await isSignedIn(known))) return refused();
    if (known) return this.linked(ctx, known, identity);
    const domains = tenant.value.userAutoProvisioningDomains ?? [];
    if (!domains.includes(emailDomain(person.email))) return refused();
    return this.provision(ctx, tenant.id, person, identity);
  }

  /** A subject that follows another one with its address is another person. */
  private async linked(ctx: RequestContext, known: Known, identity: Identity): Promise<Known> {
    const { tenantId, id, value } = known;
    if (value.identities?.some(({ issuer }) => issuer === identity.issuer)) return refused();
    try {
      await this.identities.link(ctx, known, identity);
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'errors.precondition.failed') throw error;
    }
    // Another sign-in of the same person may be faster.
    const bound = await this.identities.userOf(tenantId, identity);
    return bound?.id === id ? bound : refused();
  }

  private async provision(
    ctx: RequestContext,
    tenantId: string,
    person: ProviderPerson,
    identity: Identity,
  ): Promise<Known> {
    try {
      return await this.accounts.provision(ctx, tenantId, { ...person, identities: [identity] });
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'errors.user.exists') throw error;
      const known = await this.createdMeanwhile(tenantId, person.email);
      return hasIdentity(known.value, identity) ? known : refused();
    }
  }

  /** The address is reserved before its user is created, here or in another process. */
  private async createdMeanwhile(tenantId: string, email: string): Promise<Known> {
    const endsMs = this.clock.monotonic() + PATIENCE_MS;
    while (this.clock.monotonic() < endsMs) {
      const known = await this.users.find(tenantId, email);
      if (known) return known;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return reject('errors.store.unavailable', { retry_after: RETRY_SECONDS });
  }
}
