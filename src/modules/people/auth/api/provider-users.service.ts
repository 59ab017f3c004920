import { Inject, Injectable } from '@nestjs/common';
import { emailDomain } from '../../../../catalogue/text/email.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { SECOND } from '../../../../kernel/instant.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import type { Tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import type { ProviderClaims } from '../../identity-provider/application/userinfo.service.js';
import { Accounts } from '../../user/api/accounts.service.js';
import type { User } from '../../user/domain/user.resource.js';
import { UsersByEmail } from '../application/users-by-email.service.js';
import { identityIn, type ProviderIdentity } from './provider-identity.js';

/** How long a sign-in waits for another one that is creating the same user. */
const PATIENCE_MS = 3 * SECOND;
const PAUSE_MS = 25;
const RETRY_SECONDS = 30;

type Known = ResourceRecord<User>;

/** Users who sign in through the identity provider of their tenant (contract 12). */
@Injectable()
export class ProviderUsers {
  constructor(
    @Inject(UsersByEmail) private readonly users: UsersByEmail,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The user with the e-mail address of the claims. Without one a user is created, if the tenant lists the domain of
   * the address. A deleted user stays deleted: the new one has another id and the role USER.
   * @throws Rejection `errors.grant.invalid`
   */
  async of(ctx: RequestContext, tenant: ResourceRecord<Tenant>, claims: ProviderClaims): Promise<Known> {
    const identity = identityIn(claims) ?? reject('errors.grant.invalid');
    const known = await this.users.find(tenant.id, identity.email);
    if (known) return known;
    const domains = tenant.value.userAutoProvisioningDomains ?? [];
    if (!domains.includes(emailDomain(identity.email))) return reject('errors.grant.invalid');
    return this.provision(ctx, tenant.id, identity);
  }

  private async provision(ctx: RequestContext, tenantId: string, identity: ProviderIdentity): Promise<Known> {
    try {
      return await this.accounts.provision(ctx, tenantId, identity);
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'errors.user.exists') throw error;
      return this.createdMeanwhile(tenantId, identity.email);
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
