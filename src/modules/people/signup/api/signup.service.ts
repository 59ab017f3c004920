import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Reservations } from '../../../../engine/commands/reservations.js';
import { Outbox } from '../../../../engine/effects/outbox.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { MINUTE, plus } from '../../../../kernel/instant.js';
import { innerId, NO_TENANT } from '../../../../kernel/stream.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { subdomainName } from '../../../tenants/tenant/application/domain-names.js';
import { type Tenant, tenant } from '../../../tenants/tenant/domain/tenant.resource.js';
import { apiKey } from '../../api-key/domain/api-key.resource.js';
import { writeApiKey } from '../../auth/application/credentials/api-key.js';
import { AddOwner, OWNERS } from '../../user/domain/owner.commands.js';
import { type User, user } from '../../user/domain/user.resource.js';
import { type About, effectId, SIGN_UP_MAIL } from '../domain/sign-up-mail.js';

const taken = { code: 'errors.tenant.exists', path: 'tenant_subdomain' } as const;
const emailTaken = { code: 'errors.user.exists', path: 'user_email' } as const;

/**
 * A tenant and its first owner or API key, in steps that may each be repeated. The same request under its
 * Idempotency-Key completes the steps after a crash. The tenant comes last: until then nothing of it can be reached,
 * and its subdomain may be taken over.
 */
@Injectable()
export class SignUp {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Reservations) private readonly reservations: Reservations,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** @throws Rejection `errors.tenant.exists` */
  async found(
    ctx: RequestContext,
    about: Tenant,
    owner: User,
    isDemo = false,
  ): Promise<{ tenantId: string; userId: string }> {
    const [tenantId, userId] = [ctx.nextId(), ctx.nextId()];
    const as = { tenantId, actor: `user:${userId}` };
    await this.takeSubdomain(ctx, about.subdomain, as);
    const name = await this.reservations.names.ofEmail(tenantId, owner.email);
    await this.reservations.take({ name, holder: userId, refusal: emailTaken }, ctx.meta(as), async () => true);
    await this.commands.send(ctx, new user.Create(userId, { value: owner }, ctx.meta(as)));
    await this.commands.send(ctx, new AddOwner(OWNERS, { userId }, ctx.meta(as)));
    const demo = { until: plus(ctx.at, limits.demoMinutes * MINUTE), ownerId: userId };
    const value = isDemo ? { ...about, demo } : about;
    await this.commands.sendAndWait(ctx, new tenant.Create(tenantId, { value }, ctx.meta(as)));
    if (this.config.smtpUrl !== undefined) {
      const mail: About = { id: userId, correlationId: ctx.correlationId, userId };
      await this.outbox.plan(tenantId, effectId(userId), {
        channel: SIGN_UP_MAIL,
        about: mail,
        at: ctx.at,
        trace: ctx.trace,
      });
    }
    return { tenantId, userId };
  }

  /**
   * The key follows from its id and the master key. The same request again returns the same key, and no other party can
   * make it. Without it the tenant could never be reached.
   * @throws Rejection `errors.tenant.exists`
   */
  async foundByMachine(ctx: RequestContext, about: Tenant): Promise<{ tenantId: string; apiKey: string }> {
    const [tenantId, keyId] = [ctx.nextId(), ctx.nextId()];
    const as = { tenantId, actor: `key:${keyId}` };
    await this.takeSubdomain(ctx, about.subdomain, as);
    const secret = this.secrets.digest('machine-sign-up', innerId(tenantId, keyId));
    const { text, digest } = writeApiKey(tenantId, keyId, secret);
    await this.commands.send(ctx, new apiKey.Create(keyId, { value: { digest } }, ctx.meta(as)));
    await this.commands.sendAndWait(ctx, new tenant.Create(tenantId, { value: about }, ctx.meta(as)));
    return { tenantId, apiKey: text };
  }

  /** Also `<subdomain>-client`, the host of the client app, lest another tenant be called so. */
  private async takeSubdomain(ctx: RequestContext, subdomain: string, as: { tenantId: string; actor: string }) {
    const ours = { ...as, tenantId: NO_TENANT };
    const refusal = { ...taken, value: subdomain };
    const claim = (label: string) => ({ name: subdomainName(label), holder: as.tenantId, refusal });
    const exists = (holder: string) => this.exists(holder);
    await this.reservations.take(claim(subdomain), ctx.meta(ours), exists);
    await this.reservations.take(claim(`${subdomain}-client`), ctx.meta(ours), exists);
  }

  private async exists(tenantId: string): Promise<boolean> {
    const { record, gone } = await this.runner.peek(tenant.decider, tenantId, tenantId);
    return record !== undefined || gone === true;
  }
}
